import { useWords } from '../i18n/context'
import { SHOWN_AT_MOST, visible } from '../text/visible'

type Props = {
  readonly text: string
  readonly limit?: number /** quotation marks around it */
  readonly quoted?: boolean
}

/**
 * A text from outside, isolated from ours: bounded, with every character that is not seen, or that would move
 * others, drawn as its boxed code point. Never in one text node with an amount or an address of ours.
 */
export function SiteText({ text, limit = SHOWN_AT_MOST, quoted = false }: Props) {
  const { t, language } = useWords()
  const { pieces, cut } = visible(text, limit)
  const [open, close] = quoted ? (language === 'es' ? ['«', '»'] : ['“', '”']) : ['', '']
  return (
    <bdi className="said" dir="ltr">
      {open}
      {pieces.map((piece, index) =>
        piece.kind === 'text' ? (
          piece.text
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a text have a place and nothing else
          <span className="cp" key={`${index} ${piece.code}`}>
            {t.common.codePoint(piece.code, piece.times)}
          </span>
        ),
      )}
      {cut && '…'}
      {close}
    </bdi>
  )
}
