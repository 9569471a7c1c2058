/** Bytes as text: 0x and hex digits. */
export type Hex = `0x${string}`

/** Twenty bytes of them: an account or a contract on EVM. */
export type Address = Hex
