import type { data as english } from './en-data'

/** La historia de la persona como archivo, los totales, y los límites escritos para otro cliente. */
export const data: typeof english = {
  title: 'Datos',
  lede: 'Lo que se pidió, permitió, firmó y probó se queda en este navegador. Un archivo no lleva ni palabras ni claves.',
  export: 'Guardar en un archivo',
  exportMore: 'Todo el libro en JSON, con su cadena de recibos.',
  fileName: (day) => `countersign-libro-${day}.json`,
  import: 'Incorporar un archivo',
  importMore: 'Añade un libro a uno vacío, o continúa el que hay aquí. Los mandatos llegan en pausa.',
  choose: 'Elegir un archivo',
  reading: 'Leyendo el archivo…',
  adds: (payments, receipts) => `El archivo añade: pagos ${payments}, recibos ${receipts}.`,
  addsNothing: 'Todo lo de este archivo ya está aquí.',
  takeIn: 'Incorporarlo',
  taken: 'Incorporado. Los totales se han contado de nuevo.',
  faults: {
    'not-a-ledger': 'No es un libro de Countersign, o le falta el final.',
    'bad-row': 'Una fila del archivo está dañada.',
    'bad-order': 'El archivo sigue después de su final.',
    'bad-chain': 'La cadena de recibos está rota: algo del archivo se cambió.',
    'other-history': 'Este monedero tiene su propia historia, y el archivo no la continúa.',
  },
  atLine: (line) => `Línea ${line}.`,
  totals: 'Comprobar los totales',
  totalsMore: 'Suma de nuevo lo que se firmó, y corrige lo que difiera.',
  totalsRight: (count) => `${count} totales, todos correctos.`,
  totalsWrong: (count) => `${count} totales estaban mal y ya están bien:`,
  controls: 'Límites de un cliente x402',
  controlsMore: 'Pega los spendControls de un cliente publicado. Lo que dejaría sin límite se rechaza.',
  controlsLabel: 'spendControls, en JSON',
  controlsUse: 'Usar estos límites',
  controlsSays: (usd, entries) =>
    entries === 0
      ? `${usd} por pago.`
      : `${usd} por pago, y un límite propio para ${entries} ${entries === 1 ? 'activo' : 'activos'}.`,
  unmatched: (places) => `Entradas que aquí no corresponden a nada: ${places}.`,
  refusals: {
    'not-json': 'Esto no es JSON.',
    'controls-off': 'Unos controles apagados no limitan nada.',
    'any-asset': 'Cualquier activo por cualquier importe no se paga nunca.',
    'no-dollar-cap': 'Sin límite en dólares un pago no tiene ninguno.',
    'invalid-money': 'El límite en dólares no se puede leer.',
    'asset-cap-not-atomic': 'El límite de un activo ha de ser un número entero de sus unidades mínimas.',
    'uncapped-entry': 'Un activo sin límite propio no se paga nunca.',
    malformed: 'No tiene la forma de spendControls.',
  },
  atEntry: (place) => `Entrada ${place}.`,
}
