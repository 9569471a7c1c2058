/** Signatures that a site asks for: of messages, of data, and of payments that it wrote itself. */
export const signing = {
  account: 'Account to show',
  connectMeans:
    'The site sees this address, and with it what the account holds and has paid. It can then ask for signatures and payments: each is decided by your limits, or by you.',
  with: 'account',
  wholeText: 'The whole message',
  bytes: 'The whole message, in bytes',
  binary: 'This is no text. Nobody can read what it says.',
  messageMeans: 'A signature shows that this account says so. It moves no money by itself.',
  signsIn: 'Signs you in to',
  statement: 'it says',
  address: 'address',
  until: 'good until',
  resources: 'gives access to',
  mismatch: {
    scheme: 'The message is for another kind of address than this site has.',
    domain: 'The message is for another site.',
    address: 'The message is for another account.',
    uri: 'The message names an address that is not this site’s.',
    issuedAt: 'The message says that it comes from the future.',
    expirationTime: 'The message is not good any more.',
    notBefore: 'The message is not good yet.',
  },
  dataMeans:
    'The wallet does not know what this does. It found nothing in it that moves money. Sign only what you understand and asked for.',
  cancelMeans: 'Makes a payment void that was signed before and not used yet. It moves no money.',
  everyField: 'Every field that is signed',
  onPage: 'a signature that this page asks for',
  sentByPage: 'a transaction that this page asks for',
  sentToEnd: 'a transaction of the wallet’s, to end a payment that you signed',
  sentForSite: 'a transaction of the wallet’s, for a payment to this site',
  sendsTerm: 'you send',
  sends: {
    'cancel-authorization':
      'Nothing: the token’s contract is told that a payment which you signed is void. Until this is in a block the seller can still take it; then only the fee is gone.',
    'invalidate-nonce':
      'Nothing: Permit2 is told that a payment which you signed is void. Until this is in a block the seller can still take it; then only the fee is gone.',
    native: 'This amount of the chain’s own coin.',
    'erc20-transfer': 'This amount of the token.',
    'erc20-approve':
      'Nothing yet: this address may then take up to this amount from your account, whenever it likes. It counts as paid now.',
    'erc20-increase-allowance':
      'Nothing yet: this address may then take up to this amount more from your account, whenever it likes. It counts as paid now.',
    'permit2-approve':
      'Nothing: Permit2 may then take the amount below from your account, and only for payments that you sign.',
  },
  feeTerm: 'fee',
  feeMost: (amount: string) => `At most ${amount}, to the chain.`,
  grantsTerm: 'you sign',
  grants: {
    'transfer-with-authorization': 'Whoever has this signature can move this amount to this address, once.',
    'receive-with-authorization': 'This address can take this amount from your account, once.',
    permit:
      'This address may take up to this amount from your account, in parts, whenever it likes. It counts as paid now.',
    'permit-dai':
      'This address may take up to this amount from your account, in parts, whenever it likes. It counts as paid now.',
    'permit2-transfer': 'This address may move up to this amount from your account to where it likes, once.',
    'permit2-allowance':
      'This address may take up to this amount from your account, in parts, until the allowance ends. It counts as paid now.',
    'permit2-x402': 'A contract of x402 may move up to this amount to this address, once.',
  },
  through: 'through',
  handedIn: (when: string) => `Can be used until ${when}.`,
}
