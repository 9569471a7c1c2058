import { useEffect, useState } from 'react'

import type { WalletStatus } from '@/lib/doors/ui-protocol'

import { useTitle } from '../../hooks/useTitle'
import { useWords } from '../../i18n/context'
import { solanaOf } from '../../text/solana'
import { Backup } from './Backup'
import { Create } from './Create'
import { Fund } from './Fund'
import { LimitsStep } from './LimitsStep'

type Step = 'create' | 'backup' | 'limits' | 'fund'

/** The first run, in four steps. The words live in this page alone, until step 2 is over. */
export function Welcome({
  status,
  onChanged,
}: {
  readonly status: WalletStatus
  readonly onChanged: () => void
}) {
  const { t } = useWords()
  useTitle(t.home.start)
  const [step, setStep] = useState<Step>(status.vault === 'none' ? 'create' : 'limits')
  const [phrase, setPhrase] = useState<string | null>(null)
  // Whatever address led here: once the wallet exists, only this one keeps the first run on the screen.
  useEffect(() => {
    location.hash = '#/welcome'
  }, [])
  if (step === 'create') {
    const made = (words: string | null) => {
      setPhrase(words)
      setStep(words === null ? 'limits' : 'backup')
      onChanged()
    }
    return <Create onMade={made} />
  }
  if (step === 'backup' && phrase !== null) {
    const done = () => {
      setPhrase(null)
      setStep('limits')
      onChanged()
    }
    return <Backup phrase={phrase} onDone={done} />
  }
  return step === 'fund' ? (
    <Fund address={status.account} solana={solanaOf(status)} />
  ) : (
    <LimitsStep onDone={() => setStep('fund')} />
  )
}
