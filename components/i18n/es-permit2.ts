import type { permit2 as english } from './en-permit2'

export const permit2: typeof english = {
  upTo: 'hasta',
  upToMore: 'Es lo máximo. Lo que se cobre puede ser menos, y se sabe después.',
  throughTerm: 'a través de',
  contract: {
    exact: 'el proxy de x402 para Permit2: puede pagar a este destinatario esta cantidad y nada más',
    upto: 'el proxy de x402 para Permit2: puede pagar a este destinatario hasta esta cantidad y nada más',
  },
  settledByTerm: 'lo cobra',
  settledBy: 'El facilitador que nombra el sitio. Nadie más puede cobrar este pago.',
  title: 'Permit2 todavía no puede mover este token por ti.',
  means:
    'Permit2 es un contrato por el que se paga a este sitio. No mueve nada sin una firma tuya para cada pago.',
  also: (amount: string) => `Permitir además a Permit2 tomar exactamente ${amount}, una vez`,
  alsoMore: 'Se firma con el pago y termina con él. Sin comisión.',
  byTransaction: (amount: string) => `Permitir exactamente ${amount} con una transacción`,
  byTransactionMore: 'Cuesta una comisión, y es una pregunta aparte.',
  unlimited:
    'El sitio enviaría por ti una aprobación sin límite. Esta cartera no la firma: quien halle un fallo en ese contrato podría llevárselo todo.',
  mandate: 'También donde el precio se sabe después: hasta la cantidad de un pago cada vez.',
  allowsTerm: 'permite',
  most: (amount: string) => `como máximo ${amount}`,
  spender: 'quien puede tomarlo',
  facilitator: 'facilitador',
  permitNonce: 'permiso firmado con el pago, número',
  moved: 'movido en la cadena',
}
