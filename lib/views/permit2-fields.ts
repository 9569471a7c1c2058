import { findDefaultAsset } from '@/lib/core/assets/lookup'
import { PERMIT2, X402_SPENDERS } from '@/lib/core/assets/permit2'
import type { ApprovalView } from '@/lib/doors/ui-protocol'
import type { AuthorizationRow } from '@/lib/ledger/schema'
import type { NamedEnvelope } from '@/lib/payments/envelope'

type Fields = ApprovalView['signed']

/**
 * What the key signs for a payment by Permit2, field by field as the signer builds it: first
 * PermitWitnessTransferFrom, then the allowance where a person lets one be signed with it.
 *
 * @param signed the row once it is reserved; before, deadline and nonce are not fixed yet
 */
export function permit2Fields(
  { envelope, terms, digest }: NamedEnvelope,
  windowSeconds: number,
  signed: AuthorizationRow | null,
): Fields {
  const { scheme, network, asset, payTo, amount, facilitator, permitNonce } = terms
  const spender = scheme === 'exact' || scheme === 'upto' ? X402_SPENDERS[scheme] : ''
  const chainId = network.slice('eip155:'.length)
  const deadline = signed === null ? `+${windowSeconds}` : String(signed.validBefore)
  const fields = (rows: Readonly<Record<string, string | undefined>>, prefix = ''): Fields =>
    Object.entries(rows).flatMap(([name, value]) =>
      value === undefined ? [] : [{ name: `${prefix}${name}`, value }],
    )
  const transfer = fields({
    primaryType: 'PermitWitnessTransferFrom',
    'domain.name': 'Permit2',
    'domain.chainId': chainId,
    'domain.verifyingContract': PERMIT2,
    from: signed?.from ?? envelope.payer,
    'permitted.token': asset,
    'permitted.amount': amount,
    spender,
    nonce: signed?.nonce ?? '',
    deadline,
    'witness.to': payTo,
    'witness.facilitator': facilitator,
    'witness.validAfter': '0',
  })
  const known = findDefaultAsset(network, asset)
  const permit = {
    primaryType: 'Permit',
    'domain.name': known?.name ?? '',
    'domain.version': known?.version ?? '',
    'domain.chainId': chainId,
    'domain.verifyingContract': asset,
    owner: signed?.from ?? envelope.payer,
    spender: PERMIT2,
    value: amount,
    nonce: permitNonce,
    deadline,
  }
  return [
    ...transfer,
    ...(permitNonce === undefined ? [] : fields(permit, 'Permit ')),
    { name: 'envelope', value: digest },
  ]
}
