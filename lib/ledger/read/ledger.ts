import { Ledger } from '../schema'

/** The screens' own connection to the ledger. They read through it; only the background writes. */
export const ledger = new Ledger()
