declare const unit: unique symbol

/**
 * A type that may not stand in for another of the same shape: dollars are no token units.
 *
 * A plain literal or a value read from storage takes on the name it is given to; two different names
 * never mix. There is no trace of it at run time.
 */
export type Branded<T, Name extends string> = T & { readonly [unit]?: Name }
