import {
  type BridgeMessage,
  type CallAnswer,
  type PageAnswer,
  type PageEnvelope,
  type PageReply,
  TO_BRIDGE,
  TO_LISTENERS,
  TO_PAGE,
  type Told,
} from './protocol'

type Answer = PageAnswer | CallAnswer

type Runtime = {
  /** undefined once this script's extension was replaced or removed */
  readonly id?: string
  sendMessage(message: BridgeMessage): Promise<Answer | null | undefined>
  /** absent in a frame that the browser gives no messages */
  readonly onMessage?: { addListener(listener: (message: Told) => void): void }
}

type Extension = { readonly runtime?: Runtime }

/**
 * Carries messages between the page's world and the background, in the isolated world.
 *
 * It hears CustomEvents on its own document only: window messages can come from any frame. A
 * question is taken by `preventDefault`. The answer is null where nobody answered this time; where
 * the extension was replaced nobody ever will, and the page gets its 402.
 */
export function carryMessages(): void {
  const { browser, chrome } = globalThis as { browser?: Extension; chrome?: Extension }
  const runtime = (browser ?? chrome)?.runtime
  if (runtime === undefined) return
  document.addEventListener(TO_BRIDGE, (event) => {
    event.preventDefault()
    void carry(runtime, String((event as CustomEvent).detail))
  })
  // Only the extension's own parts can send a message to a content script.
  runtime.onMessage?.addListener(({ door, event }) => {
    if (door === 'event')
      document.dispatchEvent(new CustomEvent(TO_LISTENERS, { detail: JSON.stringify(event) }))
  })
}

async function carry(runtime: Runtime, detail: string): Promise<void> {
  const { id, message } = JSON.parse(detail) as PageEnvelope
  const answer = await answerTo(runtime, message)
  const reply: PageReply = { id, answer }
  document.dispatchEvent(new CustomEvent(TO_PAGE, { detail: JSON.stringify(reply) }))
}

/** Numbers of questions that nobody answered, by their text: the page asks them again, word for word. */
const unanswered = new Map<string, number[]>()
let asked = 0

async function answerTo(runtime: Runtime, message: PageEnvelope['message']): Promise<Answer | null> {
  const text = JSON.stringify(message)
  const numbers = unanswered.get(text) ?? []
  const number = numbers.pop() ?? ++asked
  const lost = () => {
    unanswered.set(text, [...(unanswered.get(text) ?? []), number])
    return null
  }
  if (numbers.length === 0) unanswered.delete(text)
  try {
    const answer = await runtime.sendMessage({
      door: 'page',
      number,
      message,
      userActive: navigator.userActivation?.isActive ?? false,
      visible: document.visibilityState === 'visible',
    })
    return answer ?? lost()
  } catch {
    return runtime.id === undefined ? { type: 'pass' } : lost()
  }
}
