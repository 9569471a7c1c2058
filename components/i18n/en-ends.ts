/** How a purchase can end without money that moved. */
export const ends = {
  unused: 'Not paid',
  unusedMore: 'Proved that this signature was not used and cannot be used. The amount is free again.',
  refused: 'Not paid',
  refusedMore: 'The wallet did not pay this. Nothing was signed.',
}
