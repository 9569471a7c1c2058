import { fileURLToPath } from 'node:url'

import { defineConfig } from 'wxt'

/** One manifest for both browsers; docs/permissions.md gives the reason of every permission. */
export default defineConfig({
  modules: ['@wxt-dev/module-react'],
  imports: false,
  manifestVersion: 3,
  // tldts' other entry carries its table of suffixes three times over after bundling.
  vite: () => ({
    resolve: {
      alias: {
        tldts: fileURLToPath(new URL('node_modules/tldts/dist/index.esm.min.js', import.meta.url)),
        // Dexie's build for browsers of today; the one that its name leads to carries the code for old ones.
        dexie: fileURLToPath(new URL('node_modules/dexie/dist/modern/dexie.min.mjs', import.meta.url)),
      },
    },
  }),
  manifest: ({ browser }) => ({
    // Both from public/_locales, in the browser's language.
    default_locale: 'en',
    name: '__MSG_name__',
    description: '__MSG_description__',
    permissions: [
      'alarms',
      'declarativeNetRequestWithHostAccess',
      'scripting',
      'storage',
      'unlimitedStorage',
      'webNavigation',
      'webRequest',
    ],
    optional_permissions: ['notifications'],
    host_permissions: ['<all_urls>'],
    incognito: 'not_allowed',
    content_security_policy: {
      extension_pages:
        "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self'; connect-src http: https:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    },
    ...(browser === 'firefox'
      ? {
          browser_specific_settings: {
            gecko: {
              id: 'wallet@countersign.example',
              strict_min_version: '153.0',
              // A payment goes to the server that asks for it, and its account to the owner's nodes: docs/privacy.md.
              data_collection_permissions: { required: ['financialAndPaymentInfo'] },
            },
          },
        }
      : {
          minimum_chrome_version: '140',
          // Other extensions may ask, where the owner connects them; web pages cannot. Firefox knows no such key,
          // and lets other extensions through alone.
          externally_connectable: { ids: ['*'] },
        }),
  }),
})
