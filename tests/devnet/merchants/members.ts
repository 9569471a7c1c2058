import {
  createSIWxResourceServerExtension,
  declareSIWxExtension,
  InMemorySIWxStorage,
} from '@x402/extensions/sign-in-with-x'
import express from 'express'
import { listen, type Running } from '../server'
import { type Article, articles } from './articles'
import type { MerchantInput } from './newsstand'
import { articlePage } from './newsstand-pages'
import { officialGate } from './official-gate'

/** The members' reading room, and what it remembers of who paid. */
export interface MembersMerchant extends Running {
  /** Forgets who paid: a sign-in then opens nothing. */
  forgetPayers(): void
  /** What the published extension made of each sign-in, in order: `access_granted`, or why not. */
  signIns(): readonly string[]
}

/**
 * Starts a reading room that is gated by the published middleware with the published sign-in-with-x extension: who
 * paid for an article reads it again by signing in. `/rooms/:id` is HTML, `/api/rooms/:id` JSON, with `:id` an
 * article's; `/` is a page of the same origin.
 */
export async function startMembers(input: MerchantInput): Promise<MembersMerchant> {
  const app = express()
  app.use(input.recorder.middleware('members'))
  app.get('/', (_req, res) => res.type('html').send('<!doctype html><title>Reading room</title>'))
  const running = await listen(app)
  const seen: string[] = []
  let payers = new InMemorySIWxStorage()
  const storage = {
    hasPaid: (resource: string, address: string) => payers.hasPaid(resource, address),
    recordPayment: (resource: string, address: string) => payers.recordPayment(resource, address),
    hasUsedNonce: (nonce: string) => nonces.has(nonce),
    recordNonce: (nonce: string) => void nonces.add(nonce),
  }
  const nonces = new Set<string>()
  const extension = createSIWxResourceServerExtension({
    storage,
    origin: running.url,
    onEvent: (event) => {
      if (event.type !== 'payment_recorded') seen.push(event.type)
    },
  })
  const extensions = declareSIWxExtension({ statement: 'Read again what you paid for.' })
  const routes = articles.flatMap(({ id, price, title: description }) => [
    { route: `GET /rooms/${id}`, price, description, mimeType: 'text/html', extensions },
    { route: `GET /api/rooms/${id}`, price, description, extensions },
  ])
  app.use(await officialGate(input.facilitatorUrl, input.payTo, routes, undefined, extension))
  for (const article of articles) {
    app.get(`/rooms/${article.id}`, (_req, res) => res.type('html').send(articlePage(article)))
    app.get(`/api/rooms/${article.id}`, (_req, res) => res.json(plain(article)))
  }
  return {
    ...running,
    forgetPayers: () => {
      payers = new InMemorySIWxStorage()
    },
    signIns: () => seen,
  }
}

const plain = ({ id, title }: Article) => ({ id, title })
