/**
 * Draws what the stores ask for beside the archives: `npm run store:pictures` writes the promotional pictures in both
 * languages to docs/store and the icon of 96 pixels, from the screens' own tokens, typeface and mark.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { chromium, type Page } from '@playwright/test'

const ROOT = resolve(import.meta.dirname, '..')
const STORE = join(ROOT, 'docs/store')

/** The two strokes of the mark, on a field of 32 by 32. */
const FIRST = 'M1.28 12h7.3l5.73 9.2L11.28 28z'
const SECOND = 'M13.25 28h6.8L30.73 4h-6.8z'

const ICON = `<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96" viewBox="0 0 128 128">
  <rect width="128" height="128" rx="25.6" fill="#14161b"/>
  <rect x=".5" y=".5" width="127" height="127" rx="25.1" fill="none" stroke="#fff" stroke-opacity=".16"/>
  <g transform="translate(16.21 16.21) scale(2.9867)"><path fill="#fff" d="${FIRST}"/><path fill="#93a9ff" d="${SECOND}"/></g>
</svg>`

/** Width and height of Chrome's marquee and of its small tile, in pixels. */
const SIZES = [
  { width: 1400, height: 560 },
  { width: 440, height: 280 },
] as const

/** What the pictures say; the amount is set as the approval window sets it. */
const WORDS = {
  en: {
    says: 'A price is a question. You sign the answer.',
    asks: 'news.example wants',
    amount: '$0.25',
    for: '0.25 USDC · Base',
  },
  es: {
    says: 'Un precio es una pregunta. Tú firmas la respuesta.',
    asks: 'news.example pide',
    amount: '0,25 $',
    for: '0,25 USDC · Base',
  },
} as const
type Language = keyof typeof WORDS

/** The tokens, with the typeface in them: a page that is only text has no files to ask for. */
function tokens(): string {
  return readFileSync(join(ROOT, 'components/tokens.css'), 'utf8').replace(
    /url\("\/fonts\/([a-z-]+\.woff2)"\)/g,
    (_, name: string) =>
      `url("data:font/woff2;base64,${readFileSync(join(ROOT, 'public/fonts', name)).toString('base64')}")`,
  )
}

function sheet(language: Language, { width, height }: (typeof SIZES)[number]): string {
  const { says, asks, amount, for: terms } = WORDS[language]
  const unit = height / 280
  return `<!doctype html><html lang="${language}"><style>${tokens()}
    html, body { margin: 0; background: var(--paper); min-inline-size: 0 }
    main { inline-size: ${width}px; block-size: ${height}px; display: grid; grid-template-columns: 1fr auto;
      align-items: center; gap: ${unit * 20}px; padding-inline: ${unit * (width > 1000 ? 48 : 22)}px; box-sizing: border-box;
      font-family: var(--font); color: var(--ink) }
    .name { display: flex; align-items: center; gap: ${unit * 8}px; font-size: ${unit * (width > 1000 ? 34 : 25)}px; font-weight: 600 }
    .name svg { inline-size: 1em; block-size: 1em }
    p { margin: ${unit * 10}px 0 0; font-size: ${unit * 15}px; line-height: 1.35; color: var(--ink-2);
      max-inline-size: ${width > 1000 ? 22 : 14}em; text-wrap: balance }
    .sheet { border: ${unit}px solid var(--rule); border-radius: ${unit * 8}px; padding: ${unit * 18}px ${unit * 20}px;
      box-shadow: 0 ${unit * 6}px ${unit * 24}px #14161b1f; text-align: center; font-size: ${unit * 12}px }
    .amount { font-size: ${unit * (width > 1000 ? 52 : 40)}px; line-height: 1.15; font-weight: 500; font-variant-numeric: tabular-nums;
      margin-block: ${unit * 6}px ${unit * 4}px; padding-block-end: ${unit * 4}px; border-block-end: ${unit * 4}px double var(--ink) }
    .quiet { color: var(--ink-2) }
  </style><main>
    <div><div class="name"><svg viewBox="0 0 32 32"><path fill="var(--ink)" d="${FIRST}"/><path fill="var(--pen)" d="${SECOND}"/></svg>Countersign</div>
      <p>${says}</p></div>
    <div class="sheet"><div>${asks}</div><div class="amount">${amount}</div><div class="quiet">${terms}</div></div>
  </main></html>`
}

async function take(
  page: Page,
  html: string,
  size: { width: number; height: number },
  file: string,
  isIcon = false,
) {
  await page.setViewportSize(size)
  await page.setContent(html)
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  writeFileSync(file, await page.screenshot({ omitBackground: isIcon }))
}

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
})
try {
  const page = await browser.newPage({ colorScheme: 'light' })
  mkdirSync(STORE, { recursive: true })
  const icon = join(ROOT, 'public/icon/96.png')
  await take(
    page,
    `<!doctype html><style>body{margin:0}svg{display:block}</style>${ICON}`,
    { width: 96, height: 96 },
    icon,
    true,
  )
  for (const language of Object.keys(WORDS) as Language[])
    for (const size of SIZES) {
      const name = `promotional-${size.width}x${size.height}.${language}.png`
      await take(page, sheet(language, size), size, join(STORE, name))
    }
} finally {
  await browser.close()
}
