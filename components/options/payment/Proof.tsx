import type { Attestation } from '@/lib/ledger/payment-forms'
import type { PaymentRecord } from '@/lib/ledger/read/payments'
import { receiptFileOf } from '@/lib/receipt/make'

import { useAction } from '../../hooks/useAction'
import { useWords } from '../../i18n/context'
import { Fold } from '../../parts/Fold'
import { Icon } from '../../parts/Icon'
import { LOOKS, Mark } from '../../parts/Mark'
import { Problem } from '../../parts/Problem'
import { SiteText } from '../../parts/SiteText'
import { saveText } from '../save'
import { type ProofWord, proofWord } from './proof'

/** How each proof looks: the mark of the state that it is most like, and the colour of its word. */
const LIKE: Readonly<Record<ProofWord, keyof typeof LOOKS>> = {
  proved: 'settled',
  provedUnnamed: 'settled',
  provedOther: 'settled',
  claimed: 'unknown',
  contradicted: 'refused',
  unpaid: 'refused',
  released: 'unused',
  releasedOther: 'refused',
  open: 'unknown',
}

/** What is proved of a payment and what is only claimed, what the site signed, and the file of it all. */
export function Proof({ record }: { readonly record: PaymentRecord }) {
  const { t } = useWords()
  const authorization = record.authorizations.at(-1)
  if (authorization === undefined) return null
  const word = proofWord(authorization)
  const [title, more] = t.receipts.proof[word]
  const look = LOOKS[LIKE[word]]
  return (
    <section aria-label={t.payment.receipt}>
      <h2 className="first-head">{t.payment.receipt}</h2>
      <p className={`proof ${word.startsWith('proved') ? 'green' : look.word}`}>
        <Mark strokes={look.strokes} tone={look.tone} size={16} /> <b>{title}</b>
      </p>
      <p className="quiet">{more}</p>
      {authorization.attestations.length > 0 && <Signed attestations={authorization.attestations} />}
      <Export record={record} />
    </section>
  )
}

function Signed({ attestations }: { readonly attestations: readonly Attestation[] }) {
  const { t } = useWords()
  return (
    <>
      <h3 className="quiet spaced-s">{t.receipts.signed}</h3>
      {attestations.map((each) => (
        <Statement key={`${each.of}${each.raw}`} said={each} />
      ))}
    </>
  )
}

function Statement({ said }: { readonly said: Attestation }) {
  const { t } = useWords()
  const isEqual = said.notes.length === 0
  const isGood = said.verdict === 'valid' && isEqual
  const words: Readonly<Record<string, string>> = t.receipts.differing
  const fields = said.notes.map((note) => words[note] ?? note).join(', ')
  const about = isEqual ? t.receipts.verified : t.receipts.differs(fields)
  const look = LOOKS[isGood ? 'settled' : said.verdict === 'invalid' || !isEqual ? 'refused' : 'unknown']
  return (
    <Fold
      title={said.of === 'offer' ? t.receipts.offer : t.receipts.receipt}
      aside={`${t.receipts.verdicts[said.verdict]}${said.verdict === 'unreadable' ? '' : `; ${about}`}`}
    >
      <p className={isGood ? 'green' : look.word}>
        <Mark strokes={look.strokes} tone={look.tone} size={16} /> {t.receipts.verdicts[said.verdict]}
      </p>
      {said.signer !== null && (
        <p className="mono">
          <SiteText text={said.signer} />
        </p>
      )}
      <code className="code">
        <SiteText text={said.raw} limit={Number.POSITIVE_INFINITY} />
      </code>
    </Fold>
  )
}

function Export({ record }: { readonly record: PaymentRecord }) {
  const { t } = useWords()
  const action = useAction()
  const authorization = record.authorizations.at(-1)
  if (authorization === undefined || record.receipts.length === 0) return null
  const save = () =>
    action.run(async () => {
      const now = Date.now()
      const text = receiptFileOf({ ...record, authorization }, now)
      if (text === null) return
      const name = t.receipts.fileName(new Date(now).toISOString().slice(0, 10), record.intent.id.slice(0, 8))
      saveText(name, 'application/json', [text])
    })
  return (
    <>
      <p className="spaced-s">
        <button className="btn" type="button" disabled={action.busy} onClick={save}>
          <Icon name="in" /> {t.receipts.export}
        </button>
      </p>
      <p className="quiet spaced-s">
        {t.receipts.exportMore} {authorization.proved === 0 && t.receipts.withoutPayload}
      </p>
      <Problem error={action.error} />
    </>
  )
}
