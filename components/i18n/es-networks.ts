import type { Catalogue } from './en'

/** Dónde se leen las cadenas, y cómo va. */
export const networks: Catalogue['networks'] = {
  addressesOf: (network) => `Direcciones donde se lee ${network}`,
  another: (network) => `Añadir una dirección RPC de ${network}`,
  address: (network) => `Nueva dirección RPC de ${network}`,
  add: 'Añadir',
  remove: 'Quitar',
  removeOf: (address) => `Quitar ${address}`,
  test: 'Probar',
  testOf: (address) => `Probar ${address}`,
  node: {
    ok: 'responde',
    down: 'no responde',
    behind: 'va por detrás de los demás',
    'wrong-chain': 'es un nodo de otra cadena',
    nonsense: 'da respuestas sin sentido',
    differs: 'dice algo distinto que los demás',
    unknown: 'aún sin preguntar',
  },
  atBlock: (block) => `bloque ${block}`,
  one: 'Un solo nodo: se cree lo que dice.',
  several:
    'Varios nodos: lo que pasó con un pago se cree cuando al menos dos lo dicen y ninguno dice lo contrario.',
  down: (networks, since, count = 1) =>
    `${networks} no se ${count === 1 ? 'puede' : 'pueden'} leer${sinceOf(since, count)}. ${held(count)}`,
  disagree: (networks, since, count = 1) =>
    `${count === 1 ? `Los nodos de ${networks} se contradicen` : `En cada una de ${networks} los nodos se contradicen`}${sinceOf(since, count)}. ${held(count)}`,
}

const sinceOf = (since: string, count: number) =>
  count === 1 ? ` desde ${since}` : `, la primera de ellas desde ${since}`
const held = (count: number) =>
  `Lo pendiente ${count === 1 ? 'allí' : 'en ellas'} sigue retenido, y no se ve lo que tus claves pagan en otro sitio.`
