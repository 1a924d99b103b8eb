// Locks tokens in stages. The service looks up the wallet's outputs by its address.
import { Type } from '@sinclair/typebox'
import { ApiError } from '../../../schema/errors.ts'
import { LockBuildSchema } from '../../../schema/responses/builder.ts'
import { entityIdOf } from '../../../schema/responses/entity-id.ts'
import { json, KIB } from '../../http/route/body.ts'
import { BigintStringOrZero, TokenIdParam } from '../../http/route/fields.ts'
import { type Route, route } from '../../http/route/route.ts'
import { buildFailures } from './build-responses.ts'
import type { BuilderContext } from './builder-context.ts'
import { ANY_CONFIG } from './current-terms.ts'
import { Address, ownerIn } from './request-fields.ts'

/** Latest JavaScript `Date`, in Unix milliseconds. */
const END_OF_TIME = 8_640_000_000_000_000

const LockBody = Type.Object({
  address: { ...Address, description: 'Bech32 address that pays for the lock and owns it.' },
  assetId: { ...TokenIdParam, description: 'The token to lock.' },
  amount: { ...BigintStringOrZero, description: 'Tokens to lock, all stages together.', examples: ['3000'] },
  lockEnd: Type.Integer({
    minimum: -END_OF_TIME,
    maximum: END_OF_TIME,
    mustBe: 'a whole number of Unix milliseconds',
    description: 'Unlock time of the last stage, Unix milliseconds.',
    examples: [1_790_000_000_000],
  }),
  stagesCount: Type.Integer({
    minimum: 1,
    maximum: 10,
    description: 'Number of equal stages. The last one includes any remainder.',
    examples: [3],
  }),
})

export const lockRoute = (context: BuilderContext): Route => {
  const { network, builder, spending } = context
  return route({
    path: '/create-lock',
    operationId: 'buildLock',
    summary: 'Builds a vesting lock, to be signed',
    description:
      'Creates one output per stage, at equal intervals. The key of `address` can redeem each output once its lock has ended.',
    body: json(LockBody, { limit: 4 * KIB }),
    responses: { 200: { schema: LockBuildSchema, description: 'The lock.' } },
    errors: ['INVALID_LOCK_END', 'INVALID_AMOUNT'],
    ...buildFailures([], 'SERVER_ERROR'),
    rate: 'build',
    reads: { ledger: true },
    isCached: false,
    handle: async (
      { body: { address, assetId: asset, amount, lockEnd: end, stagesCount: stages } },
      reply,
    ) => {
      const owner = ownerIn('address', address, network)
      const now = context.now()
      if (end <= now) throw new ApiError('INVALID_LOCK_END', 'lockEnd must be in the future')
      if (amount < BigInt(stages))
        throw new ApiError('INVALID_AMOUNT', `amount must be at least ${stages}, one for each stage`)
      context.checkWallets()
      const terms = context.terms(ANY_CONFIG)
      const coins = spending.wantedFor({ owner, token: asset })
      const request = { asset, quantity: amount, stages, end }
      const built = await builder.lock({ owner, coins, terms, request, now })
      const { id, cbor } = built
      return reply(200, {
        cbor,
        txHash: id,
        entityIds: Array.from({ length: stages }, (_, index) => entityIdOf({ transaction: id, index })),
        validUntil: null,
      })
    },
  })
}
