/** What a person is asked that moves no money by itself. */
export type RequestKind = 'connect' | 'message' | 'typed-data' | 'mandate' | 'extension'

/**
 * A sign-in that was signed in the place of a payment (x402 sign-in-with-x). `at` is Unix milliseconds.
 */
export type SignInRow = {
  /** of the earlier payment that it comes back to */
  readonly paidBy: string
  readonly account: string
  /** CAIP-2 */
  readonly network: string
  /** as it was signed */
  readonly message: string
  /** what carries it; null once it was answered */
  readonly header: { readonly name: string; readonly value: string } | null
  /** hex after `#cs-`: the one request that carries it; null for a navigation */
  readonly tag: string | null
  /** HTTP status of the answer; null while none was seen */
  readonly status: number | null
  readonly at: number
}

/** One such question, in the same queue as the payments. Times are Unix milliseconds. */
export type RequestRow = {
  readonly id: string
  readonly kind: RequestKind
  readonly state: 'asking' | 'approved' | 'declined' | 'gone'
  readonly asker: string
  readonly site: string
  readonly topOrigin: string
  readonly agent: string | null
  readonly tabId: number
  readonly frameId: number
  readonly documentId: string
  /** names the document's call, so that one that comes twice is one question */
  readonly reportId: string
  /** what is asked, by kind: lib/provider says of what form */
  readonly detail: unknown
  /** JSON that answers the caller once it is approved */
  readonly result: unknown
  readonly mayOpen: boolean
  readonly createdAt: number
  readonly deadline: number
}

/** An origin that may see an account. `network` is the chain that its provider is on, CAIP-2. */
export type ConnectionRow = {
  readonly origin: string
  readonly account: string
  readonly network: string
  readonly connectedAt: number
  readonly usedAt: number
}
