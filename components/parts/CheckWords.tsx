import { useId, useState } from 'react'

import { useWords } from '../i18n/context'
import { placesToCheck } from '../text/words'
import { Icon } from './Icon'

type Props = { readonly words: readonly string[]; readonly onPassed: (passed: boolean) => void }

/** Asks for three of the words, to be sure that they stand on paper. */
export function CheckWords({ words, onPassed }: Props) {
  const [places] = useState(() => placesToCheck(words.length, Math.random))
  const [typed, setTyped] = useState<Readonly<Record<number, string>>>({})
  const change = (place: number, text: string) => {
    const next = { ...typed, [place]: text }
    setTyped(next)
    onPassed(places.every((asked) => isWord(next[asked], words[asked])))
  }
  return (
    <div className="check">
      {places.map((place) => (
        <Place
          key={place}
          place={place}
          word={words[place] ?? ''}
          typed={typed[place] ?? ''}
          onChange={(text) => change(place, text)}
        />
      ))}
    </div>
  )
}

function isWord(typed: string | undefined, word: string | undefined): boolean {
  return word !== undefined && typed?.trim().toLowerCase() === word
}

type PlaceProps = {
  readonly place: number
  readonly word: string
  readonly typed: string
  readonly onChange: (text: string) => void
}

function Place({ place, word, typed, onChange }: PlaceProps) {
  const { t, format } = useWords()
  const id = useId()
  const right = isWord(typed, word)
  // While what is typed still begins the word, nothing is wrong yet.
  const wrong = typed !== '' && !word.startsWith(typed.trim().toLowerCase())
  return (
    <>
      <label htmlFor={id}>{t.welcome.word(format.number(place + 1))}</label>
      <div className="with-end">
        <input
          className={wrong ? 'input is-bad' : 'input'}
          id={id}
          value={typed}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          aria-invalid={wrong}
          onChange={(event) => onChange(event.target.value)}
        />
        {(right || wrong) && (
          <span className={right ? 'green' : 'red'}>
            <Icon name={right ? 'check' : 'x'} />
          </span>
        )}
      </div>
      <p className="red wrong" role="status">
        {wrong ? t.welcome.notThisWord : ''}
      </p>
    </>
  )
}
