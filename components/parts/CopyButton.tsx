import { useEffect, useState } from 'react'

import { useWords } from '../i18n/context'
import { Icon } from './Icon'

const SAID_FOR_MS = 1500

/** Copies one text; says so in words for a moment. */
export function CopyButton({
  text,
  label,
  wide = false,
}: {
  readonly text: string
  readonly label: string
  readonly wide?: boolean
}) {
  const { t } = useWords()
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), SAID_FOR_MS)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = () => {
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => setCopied(false),
    )
  }
  const said = <span role="status">{copied ? t.common.copied : ''}</span>
  return wide ? (
    <span className="copy">
      <button className="btn btn-small" type="button" onClick={copy}>
        <Icon name="copy" /> {label}
      </button>
      {said}
    </span>
  ) : (
    <>
      <button className="icon-btn icon-btn-s" type="button" aria-label={label} onClick={copy}>
        <Icon name={copied ? 'check' : 'copy'} />
      </button>
      {said}
    </>
  )
}
