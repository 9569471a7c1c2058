import { describe, expect, it } from 'vitest'

import { PERMIT2 } from '@/lib/core/assets/permit2'
import { FORMS } from './movement'
import {
  EVIL,
  EXACT,
  exact,
  ME,
  money,
  NONCE,
  NOW,
  type Page,
  page,
  permit,
  permit2Domain,
  pull,
  SHOP,
  single,
  tokenDomain,
  transfer,
  USDC,
  WITNESSED,
  why,
} from './testing'

describe('money that cannot be read', () => {
  const { chainId: _, ...noChain } = tokenDomain
  const { verifyingContract: __, ...noContract } = tokenDomain
  const zero = '0x0000000000000000000000000000000000000000'
  const AUTHORIZATION = FORMS['transfer-with-authorization']

  it.each<[string, string, Page]>([
    ['a token domain without a chain', 'chain', page(FORMS.permit, permit, noChain)],
    ['a chain by salt alone', 'chain', page(FORMS.permit, permit, { ...noChain, salt: NONCE })],
    ['the chain 0', 'chain', page(FORMS.permit, permit, { ...tokenDomain, chainId: 0 })],
    [
      'a chain that no number holds',
      'chain',
      page(FORMS.permit, permit, { ...tokenDomain, chainId: `0x${'f'.repeat(64)}` }),
    ],
    ['a token domain without a contract', 'contract', page(FORMS.permit, permit, noContract)],
    [
      'the zero contract',
      'contract',
      page(FORMS.permit, permit, { ...tokenDomain, verifyingContract: zero }),
    ],
    ['a token permit for Permit2', 'contract', page(FORMS.permit, permit, permit2Domain)],
    ['a Permit2 form for a token', 'contract', page(FORMS['permit2-allowance'], single, tokenDomain)],
    [
      'a Permit2 form for another contract',
      'contract',
      page(FORMS['permit2-transfer'], pull, { ...permit2Domain, verifyingContract: EVIL }),
    ],
    [
      'a Permit2 transfer of the zero token',
      'contract',
      page(FORMS['permit2-transfer'], { ...pull, permitted: { token: zero, amount: 1 } }, permit2Domain),
    ],
    [
      'a token domain with a salt besides',
      'domain',
      page(FORMS.permit, permit, { ...tokenDomain, salt: NONCE }),
    ],
    [
      'Permit2 with a version',
      'domain',
      page(FORMS['permit2-transfer'], pull, { ...permit2Domain, version: '1' }),
    ],
    [
      'Permit2 by another name',
      'domain',
      page(FORMS['permit2-transfer'], pull, { ...permit2Domain, name: 'USDC' }),
    ],
    ['a batch of nothing', 'empty', page(FORMS['permit2-batch'], { ...pull, permitted: [] }, permit2Domain)],
    ['permit in lower case (atk-042)', 'form', page(FORMS.permit.replace('Permit', 'permit'), permit)],
    [
      'a permit of another width',
      'form',
      page(FORMS.permit.replace('uint256 value', 'uint128 value'), permit),
    ],
    [
      'a permit with one member more',
      'form',
      page(FORMS.permit.replace('deadline', 'deadline,bool x'), { ...permit, x: true }),
    ],
    [
      'a permit in another order',
      'form',
      page('Permit(address spender,address owner,uint256 value,uint256 nonce,uint256 deadline)', permit),
    ],
    [
      'an authorization by another name',
      'form',
      page(AUTHORIZATION.replace('TransferWithAuthorization', 'Login'), transfer),
    ],
    [
      'an authorization whose members all have other names',
      'form',
      page('Login(address a,address b,uint256 c,uint256 d,uint256 e,bytes32 f)', {
        a: ME,
        b: EVIL,
        c: 1,
        d: 0,
        e: NOW,
        f: NONCE,
      }),
    ],
    [
      'an allowance whose members all have other names',
      'form',
      page('Login(Item x,address y,uint256 z)Item(address a,uint160 b,uint48 c,uint48 d)', {
        x: { a: USDC, b: 1, c: 1, d: 1 },
        y: EVIL,
        z: 1,
      }),
    ],
    [
      'a Permit2 transfer whose members all have other names',
      'form',
      page('Login(Item x,address y,uint256 z,uint256 q)Item(address a,uint256 b)', {
        x: { a: USDC, b: 1 },
        y: EVIL,
        z: 1,
        q: 1,
      }),
    ],
    [
      'an authorization inside a greeting',
      'form',
      page(
        `Greeting(string text,TransferWithAuthorization inner)${AUTHORIZATION}`,
        { text: 'Hello', inner: transfer },
        { name: 'Hello' },
      ),
    ],
    [
      'a list of permits inside a list',
      'form',
      page(
        `Greeting(Box[] boxes)Box(PermitDetails[] details)${FORMS['permit2-allowance'].split(')')[1]})`,
        { boxes: [] },
        {},
      ),
    ],
    [
      'a token permissions struct that is not the known one',
      'form',
      page(EXACT.replace('uint256 amount', 'uint128 amount'), exact, permit2Domain),
    ],
    [
      'a Permit2 transfer whose witness is a bare word',
      'form',
      page(
        WITNESSED.replace('Witness witness', 'bytes32 witness'),
        { ...pull, witness: NONCE },
        permit2Domain,
      ),
    ],
    ['anything for a default asset', 'form', page('Hello(string text)', { text: 'hi' })],
    [
      'anything for a default asset, without a chain',
      'form',
      page('Hello(string text)', { text: 'hi' }, noChain),
    ],
    [
      'anything for Permit2',
      'form',
      page('Hello(string text)', { text: 'hi' }, { verifyingContract: PERMIT2 }),
    ],
    [
      'anything in the name of Permit2',
      'form',
      page('Hello(string text)', { text: 'hi' }, { name: 'permit2' }),
    ],
    [
      'a voucher of x402 batch settlement',
      'form',
      page(
        'Voucher(bytes32 channelId,uint128 maxClaimableAmount)',
        { channelId: NONCE, maxClaimableAmount: 1 },
        {
          name: 'x402 Batch Settlement',
          version: '1',
          chainId: 84532,
          verifyingContract: '0x4020074e9dF2ce1deE5A9C1b5c3f541D02a10003',
        },
      ),
    ],
    [
      'an order of Seaport (atk-042)',
      'form',
      page(
        'OrderComponents(address offerer,OfferItem[] offer,uint256 salt)OfferItem(uint8 itemType,address token,uint256 startAmount)',
        { offerer: ME, offer: [], salt: 0 },
        { name: 'Seaport', version: '1.5', chainId: 1, verifyingContract: EVIL },
      ),
    ],
    [
      'any call of a token by a meta transaction',
      'form',
      page(
        'MetaTransaction(uint256 nonce,address from,bytes functionSignature)',
        { nonce: 0, from: ME, functionSignature: '0x' },
        { name: 'USD Coin (PoS)', verifyingContract: EVIL, salt: NONCE },
      ),
    ],
    [
      'a transaction of a Safe',
      'form',
      page(
        'SafeTx(address to,uint256 value,bytes data,uint8 operation)',
        { to: EVIL, value: 1, data: '0x', operation: 0 },
        { chainId: 1, verifyingContract: EVIL },
      ),
    ],
    [
      'a delegation (ERC-7710)',
      'form',
      page(
        'Delegation(address delegate,address delegator,bytes32 authority,uint256 salt)',
        { delegate: EVIL, delegator: ME, authority: NONCE, salt: 0 },
        { name: 'DelegationManager', version: '1', chainId: 1, verifyingContract: EVIL },
      ),
    ],
  ])('is %s', (_, expected, value) => {
    expect(why(value)).toBe(expected)
  })
})

describe('typed data that moves no money', () => {
  it.each<[string, Page]>([
    [
      'a letter',
      page(
        'Mail(Person from,Person to,string contents)Person(string name,address wallet)',
        {
          from: { name: 'Cow', wallet: ME },
          to: { name: 'Bob', wallet: SHOP },
          contents: 'Hello, Bob!',
        },
        { name: 'Ether Mail', version: '1', chainId: 1, verifyingContract: EVIL },
      ),
    ],
    [
      'a vote',
      page(
        'Vote(address from,string space,uint64 timestamp,bytes32 proposal,uint32 choice,string reason)',
        {
          from: ME,
          space: 'a.eth',
          timestamp: NOW,
          proposal: NONCE,
          choice: 1,
          reason: '',
        },
        { name: 'snapshot', version: '0.1.4' },
      ),
    ],
    [
      'a login',
      page(
        'Login(address account,string nonce,uint256 issuedAt)',
        { account: ME, nonce: 'a', issuedAt: NOW },
        { name: 'Shop' },
      ),
    ],
  ])('is unknown: %s', (_, value) => {
    expect(money(value)).toBeNull()
  })
})
