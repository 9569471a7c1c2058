import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { loadedAtOnce, measureBuild, pageResources, staticImports } from './size'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'countersign-size-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

function write(path: string, text: string) {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

function writeBuild(background: object) {
  write('manifest.json', JSON.stringify({ background }))
  write('background.js', 'b'.repeat(400_000))
  write('content-scripts/bridge.js', 'b'.repeat(5000))
  write('content-scripts/page.js', 'p'.repeat(12_001))
  write('content-scripts/api.js', 'a'.repeat(38_000))
  write('popup.html', '<script type="module" src="/popup.js"></script>')
  write('popup.js', '')
}

describe('static imports', () => {
  it('are found in minified code in every form', () => {
    const code = `import{a as b}from"./a.js";import"./b.js";import c from'./c.js';import*as d from"./d.js";export{e}from"./e.js";export*from"./f.js";import $g,{h}from"./g.js"`
    expect(staticImports(code)).toEqual([
      './a.js',
      './b.js',
      './c.js',
      './d.js',
      './e.js',
      './f.js',
      './g.js',
    ])
  })

  it('are not the dynamic ones', () => {
    expect(staticImports('const x=()=>import("./later.js");var a="from"')).toEqual([])
  })

  it('are no text that ends in the word', () => {
    expect(staticImports('var o={"ledger.import":async a=>f(a),"ledger.export":b,import:"x"}')).toEqual([])
  })
})

describe('the first load of a page', () => {
  it('is its scripts, preloaded modules and style sheets', () => {
    const html = `<link rel="icon" href="/i.png"><script type="module" crossorigin src="/chunks/a.js"></script>
      <link rel="modulepreload" crossorigin href="/chunks/b.js"><link rel="stylesheet" href="/assets/c.css">`
    expect(pageResources(html)).toEqual(['/chunks/a.js', '/chunks/b.js', '/assets/c.css'])
  })

  it('counts each file once, also in a circle of imports', () => {
    write('popup.html', '<script src="/chunks/a.js"></script><link rel="modulepreload" href="/chunks/b.js">')
    write('chunks/a.js', 'import"./b.js";')
    write('chunks/b.js', 'import"./a.js";import("./later.js")')
    expect(loadedAtOnce(root, 'popup.html')).toEqual(['chunks/a.js', 'chunks/b.js', 'popup.html'])
  })
})

describe('a build', () => {
  it.each([{ service_worker: 'background.js' }, { scripts: ['background.js'] }])(
    'is measured with the background that its manifest names: %j',
    (background) => {
      writeBuild(background)
      const over = measureBuild(root).filter((row) => row.bytes > row.limit)
      expect(over.map((row) => row.what)).toEqual(['page.content, minified', 'background, minified'])
    },
  )

  it('without a content script is refused rather than measured as nothing', () => {
    writeBuild({ service_worker: 'background.js' })
    rmSync(join(root, 'content-scripts/bridge.js'))
    expect(() => measureBuild(root)).toThrow(/bridge/)
  })

  it('that is not there is refused', () => {
    expect(() => measureBuild(root)).toThrow(/holds no build/)
  })
})
