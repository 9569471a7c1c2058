/** Asker of what the owner does on the wallet's own screens: a name that no site can have (RFC 6761). */
export const OWN_ORIGIN = 'https://countersign.invalid'

/** Method of a transfer from one account of this wallet to another: its own word, beside `SEND` for any other. */
export const OWN_MOVE = 'MOVE'

/**
 * Whether money only moves between accounts of this wallet. It pays nobody, so it counts in no limit; its fee does.
 *
 * @param asker origin of the purchase
 * @param method of the purchase; undefined where it is not known, which is no such move
 */
export const isOwnMove = (asker: string, method: string | undefined): boolean =>
  asker === OWN_ORIGIN && method === OWN_MOVE
