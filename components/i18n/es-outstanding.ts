import type { outstandingWords as english } from './en-outstanding'

/** Lo firmado que la cadena aún no ha probado: la lista, sus tres actos y el resultado de cada uno. */
export const outstandingWords: typeof english = {
  title: 'Pendiente',
  lede: 'Firmado y aún sin probar. Quien tenga una firma así puede usarla hasta que acabe su plazo; por eso su importe sigue retenido.',
  empty: 'No hay nada pendiente: la cadena ha probado qué fue de cada firma.',
  held: (count, amounts, last) =>
    `${count === 1 ? '1 firma' : `${count} firmas`}, ${amounts} retenidos, la última acaba ${last}`,
  heldOver: (count, amounts) =>
    `${count === 1 ? '1 firma' : `${count} firmas`}, ${amounts} retenidos, esperando a la cadena`,
  to: 'a',
  left: (time) => `se puede usar ${time} más`,
  over: 'su plazo acabó; se espera a que la cadena diga que no se usó',
  claimed: 'el servidor dice que está pagado; la cadena aún no lo muestra',
  sent: (count) => (count === 1 ? 'enviado una vez' : `enviado ${count} veces`),
  notSent: 'no llegó a salir',
  older: 'Anteriores',
  newest: 'Recientes',
  ask: 'Preguntar a la cadena',
  send: 'Enviar otra vez',
  cancel: 'Anular…',
  actionOf: (act, host, amount) => `${act}: ${amount}, ${host}`,
  said: {
    proved: 'La cadena lo ha probado.',
    open: 'La cadena aún no dice qué fue de él. Sigue retenido.',
    down: 'Ningún nodo respondió: no se sabe nada nuevo. Sigue retenido.',
    disagree: 'Los nodos de esta red se contradicen: no se cree a ninguno. Sigue retenido.',
  },
  how: {
    loaded: 'La página se cargó otra vez con el mismo pago. No puede pagar dos veces.',
    page: 'Pide otra vez en esa página: su próxima petición igual, en cinco minutos, lleva el mismo pago. No puede pagar dos veces.',
    closed:
      'La página que lo pidió no está abierta. Ábrela y pide otra vez en cinco minutos: su petición lleva el mismo pago. No puede pagar dos veces.',
  },
  cannot: {
    unsigned: 'Aún no se ha firmado nada.',
    dead: 'La cadena probó que ya nadie puede usarlo.',
    carried: 'Su página tiene la firma y la envía ella misma.',
    delivered: 'Se pagó y se entregó. Pedirlo otra vez es un pago nuevo.',
    'window-over': 'Su plazo acabó: ningún servidor lo acepta ya. Solo la cadena puede decir qué fue de él.',
    underway: 'Acaba de salir, y su respuesta puede llegar todavía.',
    old: 'Se pagó y su respuesta no llegó. Pedirlo otra vez es un pago nuevo.',
    often: 'Ya se envió bastantes veces.',
    agent: 'El agente que lo pidió lo tiene, y lo envía otra vez cuando le digas que lo intente.',
    paused: 'Los pagos están en pausa, o el sitio está bloqueado: no sale nada.',
    missing: 'No existe tal pago.',
    'no-gas':
      'La cuenta tiene muy poco de la moneda de la cadena para pagar la comisión de una anulación. Espera a que acabe su plazo.',
    'no-node': 'Ningún nodo responde, así que no se sabe la comisión.',
    'no-way': 'Ninguna transacción acaba con un pago de esta clase. Espera a que acabe su plazo.',
    over: 'Ya no hay nada que anular.',
  },
  race: 'Una anulación es una transacción de tu cuenta con una comisión. Hasta que esté en un bloque, el vendedor aún puede cobrar el pago; si es más rápido, la comisión se gasta para nada. El importe sigue retenido hasta que la cadena muestre cuál de los dos llegó antes.',
  toFee: 'Ver la comisión',
  keep: 'Dejarlo',
  waits: 'La anulación te espera en la ventana de aprobación, con su comisión máxima.',
}
