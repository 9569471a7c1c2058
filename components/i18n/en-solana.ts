/** Payments on Solana. */
export const solana = {
  mint: 'token',
  onNetwork: (network: string) => `the mint on ${network}`,
  feePayer: 'fee',
  feePaid: "The seller's facilitator sends it and pays the fee.",
  memo: 'memo',
  memoMore: 'anyone can read it on the chain',
  window: 'about 60 to 90 seconds after your yes',
  account: 'on Solana',
  yourAddress: 'Your address on Solana',
  copyAddress: 'Copy the address on Solana',
}
