import type { ends as english } from './en-ends'

/** The words of `en-ends`, in Spanish. */
export const ends: typeof english = {
  unused: 'No pagado',
  unusedMore: 'Probado que esta firma no se usó ni se puede usar. El importe vuelve a estar libre.',
  refused: 'No pagado',
  refusedMore: 'La cartera no pagó esto. No se firmó nada.',
}
