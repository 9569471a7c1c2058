import type { Devnet } from '../../tests/devnet'
import { password } from './wallet'

/** What a person at the demo can try, and where everything listens. */
export function introduction(net: Devnet): string {
  return `
The newsstand is open in the browser, and the wallet holds 100 USDC of test money.

Try
  Click an article. A window shows who asks, for what, and every field that will be signed. Pay, and read.
  Click "The whole archive of 1931" ($2.50): it is over the limit for one payment, and asks for the password.
  Decline an article: the page gets its plain 402, and nothing is signed.
  Open "Requests from a page's script" at the foot of the page: fetch, XHR, POST, five at once, another origin.
  Click the wallet's icon in the toolbar (behind the puzzle piece): balance, limits, last payments, and the receipts.

Password of the wallet   ${password}

Newsstand                ${net.newsstand.url}
${net.paywall.official ? 'Official paywall page  ' : 'Plain paywall          '}  ${net.paywall.url}
Version 1 merchant       ${net.v1.url}
Other origin             ${net.crossOrigin.url}/frame
Facilitator              ${net.facilitatorUrl}
Chain (84532)            ${net.rpcUrl}
Payer                    ${net.accounts.payer.address}
Payee                    ${net.accounts.payee.address}

Ctrl-C ends all of it; so does closing the browser.`
}
