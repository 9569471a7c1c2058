import { useEffect, useState } from 'react'

import { useWords } from '../../i18n/context'

/** Cells of white around a code, which readers want (ISO/IEC 18004). */
const QUIET = 4

/** An address as a QR code, dark on white in both themes. What draws it is loaded when the first one is shown. */
export function Code({ text }: { readonly text: string }) {
  const { t } = useWords()
  const [rows, setRows] = useState<readonly (readonly boolean[])[] | null>(null)
  useEffect(() => {
    let isShown = true
    import('uqr').then(
      ({ encode }) => isShown && setRows(encode(text, { ecc: 'M', border: QUIET }).data),
      // Without it the address is still there in letters.
      () => undefined,
    )
    return () => {
      isShown = false
    }
  }, [text])
  const size = rows?.length ?? 1
  return (
    <svg className="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={t.money.codeOf(text)}>
      {rows !== null && <path d={cellsOf(rows)} shapeRendering="crispEdges" />}
    </svg>
  )
}

/** The dark cells as one path: for each row, a bar for each run of them. */
export function cellsOf(rows: readonly (readonly boolean[])[]): string {
  return rows
    .map((row, y) => {
      let path = ''
      for (let x = 0; x < row.length; x++) {
        if (row[x] !== true) continue
        let end = x
        while (row[end] === true) end += 1
        path += `M${x} ${y}h${end - x}v1h${x - end}z`
        x = end
      }
      return path
    })
    .join('')
}
