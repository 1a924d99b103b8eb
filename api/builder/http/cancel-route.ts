// Cancels an order of any generation of the order contracts. A request that cannot succeed is refused with a reason, before a script runs.
import { Type } from '@sinclair/typebox'
import { ulid } from 'ulid'
import { CancelBuildSchema } from '../../../schema/responses/builder.ts'
import { entityIdOf } from '../../../schema/responses/entity-id.ts'
import { json } from '../../http/route/body.ts'
import { limitKey } from '../../http/route/client-address.ts'
import { type Route, route } from '../../http/route/route.ts'
import { alreadySpent, BLOCK_INTERVAL_S } from '../build-error.ts'
import { checkUtxos } from '../transaction/read-utxos.ts'
import type { Utxo } from '../transaction/utxo.ts'
import { buildFailures, codedError, OF_TAKING_BACK } from './build-responses.ts'
import type { BuilderContext } from './builder-context.ts'
import { givenCollateral, withCollateral } from './collateral.ts'
import { ANY_CONFIG } from './current-terms.ts'
import { ChangeAddress, Collaterals, givenUtxos, OUTPUTS_LIMIT, ownerIn, Utxos } from './request-fields.ts'

/** Time in ms for which the transaction can be submitted. */
const VALIDITY_MS = 2 * 60 * 60_000

const refused = (failure: Parameters<typeof codedError>[1]) => codedError('SERVER_ERROR', failure)

const CancelBody = Type.Object({
  txHash: Type.String({
    pattern: '^[0-9a-fA-F]{64}$',
    lowerCase: true,
    mustBe: 'a transaction hash of 64 hex digits',
    description: 'Transaction hash of the order.',
    examples: ['1aa558a787d573158a287164517ac840154f56d79aebebc64b86ce3af7aabc76'],
  }),
  index: Type.String({
    pattern: '^[0-9]{1,5}$',
    mustBe: 'a string of one to five digits',
    description: "Index of the order among its transaction's outputs.",
    examples: ['0'],
  }),
  changeAddress: ChangeAddress,
  utxos: Utxos,
  collaterals: Collaterals,
})

export const cancelRoute = (context: BuilderContext): Route => {
  const { network, builder, spending, wallet } = context

  const orderAt = (transaction: string, index: number): Utxo => {
    const reference = { transaction, index }
    const order = context.outputOf(reference)
    if (order === undefined ? context.wasOrder(reference) : spending.isSpent(reference))
      throw refused(alreadySpent('order', order !== undefined))
    if (order !== undefined) return order
    const isPending = spending.isKnown(transaction) && !context.isOnChain(transaction)
    if (isPending)
      throw refused({
        code: 'NOT_IN_BLOCK',
        message: 'order not found: it is not in a block yet',
        retryAfter: BLOCK_INTERVAL_S,
      })
    throw refused({ code: 'NOT_FOUND', message: 'order not found' })
  }

  return route({
    path: '/cancel',
    operationId: 'buildCancel',
    summary: 'Builds the cancellation of an order, to be signed',
    description:
      'Returns the funds of the order to the address stored in it. The network fee is paid from `utxos`. An order on a curve can be cancelled 20 minutes after it was placed. The transaction can be submitted for two hours.',
    body: json(CancelBody, { limit: OUTPUTS_LIMIT }),
    responses: { 200: { schema: CancelBuildSchema, description: 'The cancellation.' } },
    ...buildFailures([...OF_TAKING_BACK, 'NOT_AN_ORDER', 'NOT_FOUND', 'NOT_IN_BLOCK'], 'SERVER_ERROR'),
    rate: 'build',
    reads: { orders: true },
    isCached: false,
    handle: async ({ body: { txHash, index, changeAddress, utxos, collaterals }, client }, reply) => {
      const owner = ownerIn('changeAddress', changeAddress, network)
      const items = givenUtxos('utxos', utxos)
      checkUtxos('collaterals', collaterals)
      const locked = orderAt(txHash, Number(index))
      if (items === undefined) context.checkWallets()
      const coins = spending.wantedFor({ owner, items })
      const given = givenCollateral('collaterals', collaterals)
      const terms = context.terms(ANY_CONFIG)
      const from = context.tip()
      const until = context.slots.slotAt(from.time + VALIDITY_MS)
      const built = await withCollateral(
        wallet,
        { client: limitKey(client.address), purpose: `${txHash}#${index}` },
        given,
        (collateral) => builder.cancel({ owner, coins, terms, locked, from, until, collateral }),
      )
      return reply(200, {
        id: `cancel-${ulid()}`,
        cbor: built.cbor,
        partial: true,
        txHash: built.id,
        entityId: entityIdOf(locked.reference),
        validUntil: context.slots.timeOf(until),
      })
    },
  })
}
