import { createKeyPairSignerFromPrivateKeyBytes, createSolanaRpc, devnet } from '@solana/kit'
import { x402Facilitator } from '@x402/core/facilitator'
import { HTTPFacilitatorClient } from '@x402/core/http'
import type { Network } from '@x402/core/types'
import { paymentMiddlewareFromHTTPServer, x402HTTPResourceServer, x402ResourceServer } from '@x402/express'
import { toFacilitatorSvmSigner } from '@x402/svm'
import { ExactSvmScheme } from '@x402/svm/exact/facilitator'
import { ExactSvmScheme as ServerScheme } from '@x402/svm/exact/server'
import { ExactSvmSchemeV1 } from '@x402/svm/exact/v1/facilitator'
import express from 'express'
import { addressOfSecret } from '@/lib/schemes/svm/slip10'
import { listen, type Running } from '../server'
import { SolanaLedger } from './ledger'
import { startSolanaRpc } from './rpc'

export const SOLANA_DEVNET = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'
export const SOLANA_USDC = '4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU'

const secretOf = (byte: number) => new Uint8Array(32).fill(byte)

/** Who is paid on the local Solana network, and who sends for it. */
export const SOLANA_PAYEE = addressOfSecret(secretOf(21))
export const SOLANA_FEE_PAYER = addressOfSecret(secretOf(22))

/** A local Solana network with the published facilitator and a shop behind the published middleware. */
export type SolanaDevnet = Awaited<ReturnType<typeof startSolana>>

/** Starts them on free ports of the loopback interface. @param payer has 100 USDC there */
export async function startSolana(payer: string) {
  const ledger = new SolanaLedger()
  ledger.airdrop(SOLANA_FEE_PAYER, 1_000_000_000n)
  ledger.fund(payer, SOLANA_USDC, 100_000_000n)
  ledger.fund(SOLANA_PAYEE, SOLANA_USDC, 0n)
  const stops: Running[] = []
  const rpc = await startSolanaRpc(ledger)
  stops.push(rpc)
  const signer = toFacilitatorSvmSigner(await createKeyPairSignerFromPrivateKeyBytes(secretOf(22)), {
    [SOLANA_DEVNET]: createSolanaRpc(devnet(rpc.url)),
  })
  const facilitator = new x402Facilitator()
    .register(SOLANA_DEVNET, new ExactSvmScheme(signer))
    .registerV1('solana-devnet' as Network, new ExactSvmSchemeV1(signer))
  const gate = express()
  gate.use(express.json({ limit: '1mb' }))
  gate.get('/supported', (_req, res) => void res.json(facilitator.getSupported()))
  gate.post('/verify', async (req, res) => {
    res.json(await facilitator.verify(req.body.paymentPayload, req.body.paymentRequirements))
  })
  gate.post('/settle', async (req, res) => {
    res.json(await facilitator.settle(req.body.paymentPayload, req.body.paymentRequirements))
  })
  const facilitating = await listen(gate)
  stops.push(facilitating)
  const shop = await listen(await shopOf(facilitating.url))
  stops.push(shop)
  return {
    ledger,
    rpc,
    facilitator,
    facilitatorUrl: facilitating.url,
    shop: shop.url,
    stop: async () => {
      await Promise.all(stops.map((one) => one.stop()))
    },
  }
}

async function shopOf(facilitatorUrl: string): Promise<express.Express> {
  const server = new x402ResourceServer(new HTTPFacilitatorClient({ url: facilitatorUrl })).register(
    SOLANA_DEVNET,
    new ServerScheme(),
  )
  const accepts = { scheme: 'exact', network: SOLANA_DEVNET, payTo: SOLANA_PAYEE, price: '$0.05' } as const
  const http = new x402HTTPResourceServer(server, {
    'GET /tide-tables': { accepts, description: 'Tide tables of the harbour', mimeType: 'application/json' },
  })
  await http.initialize()
  const app = express()
  app.get(
    '/',
    (_req, res) =>
      void res.type('html').send('<!doctype html><title>The Tide Office</title><h1>Tide tables</h1>'),
  )
  app.use(
    paymentMiddlewareFromHTTPServer(http, { appName: 'The Tide Office', testnet: true }, undefined, false),
  )
  app.get('/tide-tables', (_req, res) => void res.json({ high: '06:12', low: '12:25' }))
  return app
}
