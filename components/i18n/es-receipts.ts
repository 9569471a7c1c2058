import type { receipts as english } from './en-receipts'

/** El recibo de un pago: qué está probado, qué se afirma, qué firmó el sitio, y su archivo. */
export const receipts: typeof english = {
  proof: {
    proved: ['Probado', 'La transacción que el sitio nombró movió este pago.'],
    provedUnnamed: [
      'Probado',
      'La cadena muestra que este pago se movió. El sitio no nombró ninguna transacción.',
    ],
    provedOther: ['Probado', 'Movió este pago otra transacción que la que el sitio nombró.'],
    claimed: [
      'Afirmado, no probado',
      'El sitio nombra una transacción. La cadena aún no ha mostrado qué fue de este pago.',
    ],
    contradicted: [
      'Contradicho',
      'La transacción que el sitio nombró no movió este pago. El importe queda retenido hasta que la cadena diga qué fue de él.',
    ],
    unpaid: [
      'Usado sin pagar',
      'La cadena muestra que esta firma se usó, y ninguna transferencia con ella a quien cobra. Nadie puede usarla otra vez. El importe queda retenido, porque no se sabe qué movió su uso.',
    ],
    released: ['No pagado', 'La cadena muestra que nada se movió, y que ya nada puede moverse.'],
    releasedOther: [
      'No pagado',
      'La cadena muestra que nada se movió. La transacción que el sitio nombró no es de este pago.',
    ],
    open: ['No probado', 'El sitio no nombró ninguna transacción, y la cadena aún no ha mostrado ninguna.'],
  },
  claimedTransaction: 'transacción, según el sitio',
  signed: 'Firmado por el sitio',
  offer: 'Oferta',
  receipt: 'Recibo',
  verdicts: {
    valid: 'firmado por quien cobra',
    invalid: 'su firma no es correcta',
    'unknown-key': 'firmado con una clave por la que nadie responde',
    unreadable: 'no se puede leer',
  },
  verified: 'dice lo que se pagó',
  differs: (fields) => `no corresponde a este pago: ${fields}`,
  differing: {
    version: 'versión',
    resourceUrl: 'dirección',
    scheme: 'esquema',
    network: 'red',
    asset: 'contrato del token',
    payTo: 'quien cobra',
    amount: 'importe',
    validUntil: 'su plazo había pasado',
    payer: 'quien paga',
    issuedAt: 'hora',
    transaction: 'transacción',
  },
  response: 'resumen de la respuesta',
  export: 'Exportar',
  exportMore: 'Un solo archivo con todo, que se puede comprobar sin el monedero.',
  withoutPayload: 'La firma irá con él cuando la cadena haya dicho qué fue de ella.',
  fileName: (day, name) => `countersign-recibo-${day}-${name}.json`,
}
