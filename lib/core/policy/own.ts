/** Asker of what the owner does on the wallet's own screens: a name that no site can have (RFC 6761). */
export const OWN_ORIGIN = 'https://countersign.invalid'
