import type { ComponentType } from 'react'

import type { RequestView } from '@/lib/doors/ui-protocol'
import type { RequestKind } from '@/lib/ledger/question-rows'

import { Connect } from './Connect'
import { Extension } from './Extension'
import { Mandate } from './Mandate'
import { SignData } from './SignData'
import { SignMessage } from './SignMessage'

export type KindProps = {
  readonly view: RequestView
  /** tells what a yes would say beside yes, and whether it can be given as it stands */
  readonly onDraft: (change: unknown, isSound: boolean) => void
}

/** What one kind of question shows between who asks and the two answers. */
export type Kind = {
  readonly Body: ComponentType<KindProps>
  /** a yes needs what the body says by `onDraft` */
  readonly drafts: boolean
}

/**
 * The kinds that have a screen; their words are in the catalogue under `questions`. A question of a kind
 * that is not here can only be declined: nobody says yes to what is not shown.
 */
export const KINDS: { readonly [K in RequestKind]?: Kind } = {
  connect: { Body: Connect, drafts: true },
  message: { Body: SignMessage, drafts: false },
  'typed-data': { Body: SignData, drafts: false },
  extension: { Body: Extension, drafts: false },
  mandate: { Body: Mandate, drafts: true },
}
