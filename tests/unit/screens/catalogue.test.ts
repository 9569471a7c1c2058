import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import ts from 'typescript'
import { describe, expect, it } from 'vitest'

import { en as first } from '@/components/i18n/en'
import { es as primero } from '@/components/i18n/es'
import { languageFor } from '@/components/i18n/language'
import { PAGES } from '@/components/i18n/pages'

/** What is loaded with a page is held to the same. */
const en = { ...first, ...PAGES.en }
const es = { ...primero, ...PAGES.es }

type Leaf = readonly [path: string, value: unknown]

function leaves(value: unknown, path = ''): Leaf[] {
  if (typeof value !== 'object' || value === null) return [[path, value]]
  return Object.entries(value).flatMap(([name, inner]) => leaves(inner, `${path}/${name}`))
}

/** Words that are the same in both languages. */
const SAME = new Set(['/brand', '/payment/nonce', '/payment/token', '/settings/english', '/settings/spanish'])

describe('the catalogue', () => {
  it('has the same keys in every language', () => {
    expect(
      leaves(es)
        .map(([path]) => path)
        .sort(),
    ).toEqual(
      leaves(en)
        .map(([path]) => path)
        .sort(),
    )
  })

  it('leaves no word empty and none untranslated', () => {
    const english = new Map(leaves(en))
    const wrong = leaves(es).filter(
      ([path, value]) =>
        typeof value !== 'function' && (value === '' || (value === english.get(path) && !SAME.has(path))),
    )
    expect(wrong).toEqual([])
  })

  it('takes the same number of parameters in every language', () => {
    const english = new Map(leaves(en))
    for (const [path, value] of leaves(es)) {
      const other = english.get(path)
      if (typeof value === 'function' && typeof other === 'function')
        expect([path, value.length]).toEqual([path, other.length])
    }
  })
})

describe('the language', () => {
  it('is the browser’s first that has a catalogue', () => {
    expect(languageFor('auto', ['fr-FR', 'es-MX', 'en'])).toBe('es')
    expect(languageFor('auto', ['fr'])).toBe('en')
  })

  it('is the owner’s where there is a choice', () => {
    expect(languageFor('en', ['es'])).toBe('en')
  })
})

/** Attributes that a person reads or hears. */
const SPOKEN = new Set([
  'aria-label',
  'aria-valuetext',
  'aria-description',
  'title',
  'placeholder',
  'alt',
  'label',
  'lede',
])
const LETTER = /\p{L}{2,}/u

function sources(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.tsx'))
    .map((name) => join(folder, name))
}

/** Texts in JSX that a person would read and that come from no catalogue. */
function looseWords(name: string, text: string): string[] {
  const file = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX)
  const found: string[] = []
  const note = (node: ts.Node, words: string) => {
    const { line } = file.getLineAndCharacterOfPosition(node.getStart())
    if (LETTER.test(words)) found.push(`${name}:${line + 1} ${words.trim()}`)
  }
  const strings = (node: ts.Node): void => {
    if (ts.isJsxElement(node) || ts.isJsxSelfClosingElement(node) || ts.isJsxFragment(node)) return
    // What is compared or called with is no text on the screen.
    if (ts.isBinaryExpression(node) && node.operatorToken.kind !== ts.SyntaxKind.PlusToken) {
      if (node.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken) strings(node.right)
      return
    }
    if (ts.isCallExpression(node) || ts.isElementAccessExpression(node)) return
    if (ts.isConditionalExpression(node)) {
      strings(node.whenTrue)
      strings(node.whenFalse)
      return
    }
    if (ts.isStringLiteralLike(node)) note(node, node.text)
    if (ts.isTemplateExpression(node)) {
      note(node, node.head.text + node.templateSpans.map((span) => span.literal.text).join(' '))
    }
    ts.forEachChild(node, strings)
  }
  const visit = (node: ts.Node): void => {
    if (ts.isJsxText(node)) note(node, node.text)
    if (ts.isJsxExpression(node) && node.expression && !ts.isJsxAttribute(node.parent))
      strings(node.expression)
    if (ts.isJsxAttribute(node) && SPOKEN.has(node.name.getText()) && node.initializer) {
      if (ts.isStringLiteral(node.initializer)) note(node, node.initializer.text)
      else if (ts.isJsxExpression(node.initializer) && node.initializer.expression)
        strings(node.initializer.expression)
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

describe('the words on the screens', () => {
  it('come from the catalogue alone', () => {
    const root = join(import.meta.dirname, '../../..')
    const files = [...sources(join(root, 'components')), ...sources(join(root, 'entrypoints'))]
    expect(files.length).toBeGreaterThan(40)
    expect(files.flatMap((file) => looseWords(file, readFileSync(file, 'utf8')))).toEqual([])
  })

  it.each([
    ['text between tags', '<p>Pay now</p>'],
    ['a string in braces', "<p>{'Pay now'}</p>"],
    ['one side of a choice', "<p>{on ? 'Pay now' : t.off}</p>"],
    ['a label for a screen reader', '<button aria-label="Pay now" />'],
    ['a label put together', '<button aria-label={`Pay $' + '{amount}`} />'],
    ['a condition’s text', "<p>{on && 'Pay now'}</p>"],
  ])('are found by the search where they are loose: %s', (_name, source) => {
    expect(looseWords('x.tsx', `const x = ${source}`)).toHaveLength(1)
  })
})
