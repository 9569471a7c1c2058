import type { Catalogue } from './en'

/** Muchas peticiones a la vez. */
export const queue: Catalogue['queue'] = {
  title: 'Peticiones en espera',
  position: (at, all) => `${at} de ${all}`,
  same: (count) => `${count} peticiones iguales.`,
  sameMore: 'El mismo sitio, dirección, importe y cobrador. Cada una se decide y se retiene por separado.',
  payAll: (count, sum) => `Pagar las ${count}: ${sum}`,
  declineAll: (count) => `Rechazar las ${count}`,
  paying: (at, all) => `Pagando ${at} de ${all}…`,
  goOn: (count) => `Seguir: ${count} en espera`,
  declineSite: (count) => `Rechazar las ${count} de este sitio`,
}
