/** The extension's API inside its own pages, where the tests evaluate. */
declare const chrome: typeof import('wxt/browser').browser
