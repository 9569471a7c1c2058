import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Page } from '@playwright/test'
import type { Picture } from '../lib/png'
import { readPng } from '../lib/png'
import { SCENES, VARIANTS, type Variant } from './scenes'
import { openStage, type Stage } from './stage'

/** A taken picture; its name is that of its file. */
export type Taken = { readonly name: string; readonly picture: Picture }

/** The name of the first picture, which is of no screen. */
export const LETTERS_NAME = 'letters'

/** Height of the window: what is higher is taken whole. */
const HEIGHT = 600

/** The name of a picture: `screen.language.theme.width`. */
const nameOf = (scene: string, { language, theme, width }: Variant) =>
  `${scene}.${language}.${theme}.${width}`

/** Chooses the language where a wallet exists; before that the browser's own language is made another. */
async function speak(stage: Stage, page: Page, language: Variant['language']): Promise<void> {
  await page.addInitScript(
    (tag) => {
      Object.defineProperty(navigator, 'languages', { value: [tag] })
      Object.defineProperty(navigator, 'language', { value: tag })
    },
    language === 'es' ? 'es-ES' : 'en-US',
  )
  const { vault } = await stage.call('wallet.status', undefined)
  if (vault === 'unlocked')
    await stage.call('settings.set', { change: { kind: 'language', language: 'auto' } })
}

/** Until nothing on the page changes any more: no request for data is open and two looks are alike. */
async function settled(page: Page): Promise<void> {
  await page.locator('#root :is(h1, h2, [role=status], button)').first().waitFor()
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  let before = ''
  for (let same = 0; same < 3; ) {
    await page.waitForTimeout(120)
    const now = await page.evaluate(
      () =>
        `${document.documentElement.scrollHeight} ${document.querySelectorAll('[aria-busy=true]').length} ${document.body.textContent}`,
    )
    same = now === before && !/^\d+ [1-9]/.test(now) ? same + 1 : 0
    before = now
  }
}

async function take(stage: Stage, scene: (typeof SCENES)[number], variant: Variant): Promise<Picture> {
  const page = await stage.context.newPage()
  try {
    await page.setViewportSize({ width: variant.width, height: HEIGHT })
    await page.emulateMedia({ colorScheme: variant.theme, reducedMotion: 'reduce' })
    await speak(stage, page, variant.language)
    await page.goto(`${stage.origin}/${scene.path}`)
    await settled(page)
    await scene.then?.(page)
    // The colours of a theme that was just chosen move to their places.
    await page.waitForTimeout(250)
    // As high as it is: what stands at the foot of the window stands at the foot of the picture.
    const height = await page.evaluate(() => document.documentElement.scrollHeight)
    if (height > HEIGHT) await page.setViewportSize({ width: variant.width, height })
    return readPng(await page.screenshot({ animations: 'disabled', caret: 'hide' }))
  } finally {
    await page.close()
  }
}

const FONTS = resolve(import.meta.dirname, '../../public/fonts')
const LETTERS = 'Countersign asks $0.25 of 10,000.00; 0x3C44 señal ≤ Wáfg'

/**
 * A picture of some letters in the screens' own faces and of a field of the browser's, and of nothing of the product:
 * it is another where a machine draws letters another way, and only there.
 */
async function letters(stage: Stage): Promise<Picture> {
  const page = await stage.context.newPage()
  try {
    const face = (name: string) =>
      `@font-face{font-family:${name};src:url(data:font/woff2;base64,${readFileSync(resolve(FONTS, `${name}.woff2`)).toString('base64')})}`
    const lines = ['plex-sans', 'plex-mono', 'sans-serif'].flatMap((family) =>
      [13, 20, 52].map((size) => `<p style="font:${size}px ${family};margin:4px">${LETTERS}</p>`),
    )
    await page.setViewportSize({ width: 600, height: 400 })
    await page.setContent(
      `<style>${face('plex-sans')}${face('plex-mono')}</style>${lines.join('')}<input type=date>`,
    )
    await page.evaluate(() => document.fonts.ready.then(() => undefined))
    return readPng(await page.screenshot({ animations: 'disabled', caret: 'hide' }))
  } finally {
    await page.close()
  }
}

/**
 * Takes the pictures, one after another, in a browser of their own.
 *
 * @param isShort only of the scenes that stand for the others, the next one in the next form
 * @param only screens by name; empty for all
 */
export async function* takePictures(isShort: boolean, only: readonly string[]): AsyncGenerator<Taken> {
  const stage = await openStage()
  let next = 0
  try {
    yield { name: LETTERS_NAME, picture: await letters(stage) }
    for (const scene of SCENES) {
      await scene.before?.(stage)
      if (isShort && scene.gate !== true) continue
      if (only.length > 0 && !only.includes(scene.name)) continue
      const form = VARIANTS[next++ % VARIANTS.length]
      for (const variant of VARIANTS)
        if (!isShort || variant === form)
          yield { name: nameOf(scene.name, variant), picture: await take(stage, scene, variant) }
    }
  } finally {
    await stage.close()
  }
}
