// Withdraws the contents of an open vesting lock. The launchpad's public interface has no such endpoint; this endpoint is an extension. The
// service looks up the wallet's collateral by address, and its outputs if the request has none.
import { Type } from '@sinclair/typebox'
import { LockBuildSchema } from '../../../schema/responses/builder.ts'
import { json } from '../../http/route/body.ts'
import { limitKey } from '../../http/route/client-address.ts'
import { type Route, route } from '../../http/route/route.ts'
import { alreadySpent, BuildError } from '../build-error.ts'
import { checkUtxos } from '../transaction/read-utxos.ts'
import type { Utxo } from '../transaction/utxo.ts'
import type { Built } from '../transaction-builder.ts'
import type { WantedCollateral } from '../wanted-collateral.ts'
import { buildFailures, OF_TAKING_BACK } from './build-responses.ts'
import type { BuilderContext } from './builder-context.ts'
import { givenCollateral, withCollateral } from './collateral.ts'
import { ANY_CONFIG } from './current-terms.ts'
import { Address, Collaterals, givenUtxos, OUTPUTS_LIMIT, ownerIn, Utxos } from './request-fields.ts'

/** Time in ms for which the transaction can be submitted. */
const VALIDITY_MS = 2 * 60 * 60_000

const WithdrawBody = Type.Object({
  id: Type.String({
    pattern: '^[0-9a-fA-F]{64}:[0-9]{1,5}$',
    lowerCase: true,
    mustBe: 'an output as `txHash:index`',
    description: 'The `id` of the vesting.',
    examples: ['5cfaf853d0d79e3cd31dbebadb0cac02473f32f80f156b22362a1714eb0b9163:0'],
  }),
  address: {
    ...Address,
    description:
      'Bech32 address of the redeemer, which receives the contents of the lock. Without `utxos` its outputs pay the fee.',
  },
  utxos: Type.Optional(Utxos),
  collaterals: Collaterals,
})

const CAUSES = {
  ALREADY_SPENT: 'UTxO_SPENT',
  NOT_FOUND: 'UTxO_NOT_FOUND',
  NOT_A_LOCK: 'INVALID_DATUM',
  NOT_THE_OWNER: 'NOT_OWNER',
  TOO_EARLY: 'LOCK_NOT_EXPIRED',
} as const

export const withdrawRoute = (context: BuilderContext): Route => {
  const { network, builder, spending, wallet } = context

  const lockAt = (id: string): Utxo => {
    const [transaction = '', index] = id.split(':')
    const reference = { transaction, index: Number(index) }
    const lock = context.outputOf(reference)
    if (spending.isSpent(reference) || (lock === undefined && context.wasLock(reference)))
      throw alreadySpent('the lock is', lock !== undefined)
    if (lock === undefined) throw new BuildError('NOT_FOUND', `No unspent output ${id} is on the chain`)
    return lock
  }

  return route({
    path: '/withdraw',
    operationId: 'buildWithdrawal',
    summary: 'Builds the withdrawal of a vesting lock that has ended, to be signed',
    description:
      'Pays the contents of the lock to `address`, whose key must be its redeemer. If the wallet has no output of 5 ADA for collateral, the service provides one and signs for it; in both cases pass `true` as `partialSign` of CIP-30 `signTx`. The transaction can be submitted for two hours.',
    body: json(WithdrawBody, { limit: OUTPUTS_LIMIT }),
    responses: { 200: { schema: LockBuildSchema, description: 'The withdrawal.' } },
    errors: Object.values(CAUSES),
    ...buildFailures([...OF_TAKING_BACK, 'NOT_A_LOCK', 'NOT_FOUND'], 'SERVER_ERROR', CAUSES),
    rate: 'build',
    reads: { vestings: true },
    isCached: false,
    handle: async ({ body: { id, address, utxos, collaterals }, client }, reply) => {
      const owner = ownerIn('address', address, network)
      const items = givenUtxos('utxos', utxos)
      checkUtxos('collaterals', collaterals)
      if (items === undefined) context.checkWallets()
      const locked = lockAt(id)
      const coins = spending.wantedFor({ owner, items })
      const terms = context.terms(ANY_CONFIG)
      const from = context.tip()
      const until = context.slots.slotAt(from.time + VALIDITY_MS)
      const redeem = (collateral: WantedCollateral): Promise<Built> =>
        builder.redeem({ owner, coins, terms, locked, from, until, collateral })
      const given = givenCollateral('collaterals', collaterals)
      const built = await redeem(given ?? { from: 'wallet' }).catch((error: unknown) => {
        if (given !== undefined || !(error instanceof BuildError) || error.code !== 'NO_COLLATERAL')
          throw error
        return withCollateral(wallet, { client: limitKey(client.address), purpose: id }, undefined, redeem)
      })
      const { cbor } = built
      return reply(200, {
        cbor,
        txHash: built.id,
        entityIds: [id],
        validUntil: context.slots.timeOf(until),
      })
    },
  })
}
