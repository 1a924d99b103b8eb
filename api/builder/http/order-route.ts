// Builds the unsigned transaction that places an order.
import { Type } from '@sinclair/typebox'
import { ulid } from 'ulid'
import { ADA } from '../../../schema/primitives.ts'
import { OrderBuildSchema } from '../../../schema/responses/builder.ts'
import { entityIdOf, outputBeacon } from '../../../schema/responses/entity-id.ts'
import { json } from '../../http/route/body.ts'
import { type Route, route } from '../../http/route/route.ts'
import { quotedOrder } from '../recipes/order.ts'
import { priceOf } from '../recipes/quote.ts'
import { buildFailures } from './build-responses.ts'
import type { BuilderContext } from './builder-context.ts'
import { ORDER_CAUSES, ORDER_CODES, ORDER_CONFIG, OrderFields, PROTOCOL_CODES } from './order-fields.ts'
import { ChangeAddress, givenUtxos, OUTPUTS_LIMIT, ownerIn, Utxos } from './request-fields.ts'

const OrderBody = Type.Object({ ...OrderFields, changeAddress: ChangeAddress, utxos: Utxos })

export const orderRoute = (context: BuilderContext): Route => {
  const { network, builder, spending } = context
  return route({
    path: '/order',
    operationId: 'buildOrder',
    summary: 'Builds an order, to be signed',
    description:
      "Builds an order on the token's bonding curve or, after graduation, on its AMM pool. The price is that of `point`; while this block is older than the service allows (300 seconds by default), nothing is built. With `rest` it is a limit order, which waits for its `minOutput`. An order on the curve can be cancelled after 20 minutes, an order on the AMM pool at any time.",
    body: json(OrderBody, { limit: OUTPUTS_LIMIT }),
    responses: { 200: { schema: OrderBuildSchema, description: 'The order.' } },
    errors: ['ASSET_NOT_FOUND', ...Object.values(ORDER_CAUSES), ...Object.values(ORDER_CONFIG), 'UNKNOWN'],
    ...buildFailures(ORDER_CODES, 'UNKNOWN', ORDER_CAUSES, PROTOCOL_CODES),
    unexpected: 'UNKNOWN',
    rate: 'build',
    reads: { pools: true },
    isCached: false,
    handle: async ({ body: { assetId: token, amount, side, changeAddress, utxos, ...tolerance } }, reply) => {
      const owner = ownerIn('changeAddress', changeAddress, network)
      const items = givenUtxos('utxos', utxos)
      const terms = context.terms(ORDER_CONFIG)
      const { venue, point } = context.venueOf(token)
      // The check needs no wallet, so it comes first.
      const { quote, intent } = quotedOrder(venue, { token, side, amount, ...tolerance }, terms)
      const price = priceOf(side, quote)
      if (items === undefined) context.checkWallets()
      const coins = spending.wantedFor({ owner, items, ...(side === 'SELL' ? { token } : {}) })
      const { id, cbor, beacon } = await builder.order({ owner, coins, terms, intent, now: context.now() })
      const placed = { transaction: id, index: 0 }
      return reply(200, {
        cbor,
        id: `order-${ulid()}`,
        beacon: beacon ?? outputBeacon(placed),
        price: { numerator: `${price.numerator}`, denominator: `${price.denominator}` },
        priceQuote: ADA,
        priceBase: token,
        outputAmount: `${quote.output}`,
        inputAmount: `${quote.input}`,
        outputAsset: side === 'SELL' ? ADA : token,
        inputAsset: side === 'SELL' ? token : ADA,
        txHash: id,
        entityId: entityIdOf(placed),
        validUntil: null,
        point,
      })
    },
  })
}
