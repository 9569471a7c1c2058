import type { solana as english } from './en-solana'

/** Payments on Solana. */
export const solana: typeof english = {
  mint: 'ficha',
  onNetwork: (network: string) => `su mint en ${network}`,
  feePayer: 'comisión',
  feePaid: 'El facilitador del vendedor la envía y paga la comisión.',
  memo: 'nota',
  memoMore: 'cualquiera puede leerlo en la cadena',
  window: 'unos 60 a 90 segundos desde tu sí',
  account: 'en Solana',
  yourAddress: 'Tu dirección en Solana',
  copyAddress: 'Copiar la dirección en Solana',
}
