import { browser } from 'wxt/browser'

/** Opens a place of the wallet's full page in a tab of its own. @param place hash route, such as `#/welcome` */
export function openPage(place: string): void {
  void browser.tabs.create({ url: browser.runtime.getURL('/options.html') + place })
}
