/** The way back to what was paid for already: signing in instead of paying (x402 sign-in-with-x). */
export const signIn = {
  title: 'Already paid for',
  paid: (amount: string, when: string) => `You paid ${amount} for this on ${when}.`,
  means:
    'The site lets you back in when you sign in with the account that paid. Nothing is paid, and a sign-in moves no money.',
  refusedBefore: (when: string) => `The site asked to be paid after your sign-in at ${when}.`,
  account: 'account',
  text: 'Text of the sign-in',
  seePayment: 'See that payment',
  yes: 'Sign in instead of paying',
  busy: 'Signing in…',
  password: 'Password, because software drives this browser.',
  signedIn: 'Signed in, nothing paid',
  served: (status: string) => `The site answered ${status} to your sign-in.`,
  wantsPayment:
    'The site asks to be paid all the same. Ask the page for it again: the wallet then asks you about the payment.',
  waiting: 'The request left with your sign-in. Its answer has not been seen.',
}
