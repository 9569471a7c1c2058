import { useWords } from '../i18n/context'
import { Icon } from './Icon'

const HIDDEN = Array.from({ length: 12 }, (_, index) => index)

/** The words of the wallet, behind a click; `words` null while they are covered. */
export function Words({
  words,
  onShow,
}: {
  readonly words: readonly string[] | null
  readonly onShow: () => void
}) {
  const { t } = useWords()
  if (words !== null) {
    return (
      <ol className="words" translate="no">
        {words.map((word, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a word may come twice; its place is what it is
          <li key={index}>{word}</li>
        ))}
      </ol>
    )
  }
  return (
    <div className="wordbox">
      <ol className="words is-hidden" aria-hidden="true">
        {HIDDEN.map((index) => (
          <li key={index}>●●●●●</li>
        ))}
      </ol>
      <div className="cover">
        <div className="cover-in">
          <p>{t.welcome.lookAround}</p>
          <button className="btn" type="button" onClick={onShow}>
            <Icon name="eye" /> {t.welcome.showWords}
          </button>
        </div>
      </div>
    </div>
  )
}
