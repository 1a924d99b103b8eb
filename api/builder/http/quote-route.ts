// Quotes the output of an order with the formulas by which orders are built. No transaction is built.
import { Type } from '@sinclair/typebox'
import { formatDecimal } from '../../../schema/codecs/ratio.ts'
import { feeOn } from '../../../schema/launchpad/fees.ts'
import { ORDER_DEPOSIT, orderValue } from '../../../schema/launchpad/order-value.ts'
import { leastOutput } from '../../../schema/launchpad/slippage.ts'
import { ADA } from '../../../schema/primitives.ts'
import { OrderQuoteSchema } from '../../../schema/responses/builder.ts'
import { json, KIB } from '../../http/route/body.ts'
import { type Route, route } from '../../http/route/route.ts'
import { outputFor, priceImpact, priceOf, quoteOrder, worstPriceOf } from '../recipes/quote.ts'
import { failures } from './build-responses.ts'
import type { BuilderContext } from './builder-context.ts'
import { ORDER_CAUSES, ORDER_CODES, ORDER_CONFIG, OrderFields, PROTOCOL_CODES } from './order-fields.ts'

const HUNDRED = 100n

export const quoteRoute = (context: BuilderContext): Route =>
  route({
    path: '/order/quote',
    operationId: 'quoteOrder',
    summary: 'Quotes an order',
    description:
      'Expected and minimum output at the current price, with fees and price impact. Fails for the same reasons as `/order`, except reasons that concern the wallet.',
    body: json(Type.Object(OrderFields), { limit: 4 * KIB }),
    responses: { 200: { schema: OrderQuoteSchema, description: 'The quote.' } },
    errors: ['ASSET_NOT_FOUND', ...Object.values(ORDER_CAUSES), ...Object.values(ORDER_CONFIG)],
    ...failures(ORDER_CODES, 'UNKNOWN', ORDER_CAUSES, PROTOCOL_CODES),
    unexpected: 'UNKNOWN',
    reads: { pools: true },
    isCached: false,
    handle: ({ body: { assetId: token, amount, side, ...tolerance } }, reply) => {
      const terms = context.terms(ORDER_CONFIG)
      const { venue, point } = context.venueOf(token)
      const quote = quoteOrder(venue, side, amount, terms)
      const { input, output } = quote
      const isSale = side === 'SELL'
      const gross = isSale ? outputFor(venue, 'SELL', input, { basisPoints: 0n }) : input
      const price = priceOf(side, quote)
      const impact = priceImpact(venue, side, quote, terms)
      return reply(200, {
        venue: venue.kind,
        inputAsset: isSale ? token : ADA,
        inputAmount: `${input}`,
        outputAsset: isSale ? ADA : token,
        outputAmount: `${output}`,
        priceBase: token,
        priceQuote: ADA,
        leastOutputAmount: `${leastOutput(worstPriceOf(venue, side, quote, tolerance, terms), input)}`,
        price: { numerator: `${price.numerator}`, denominator: `${price.denominator}` },
        priceImpact: formatDecimal({ ...impact, numerator: impact.numerator * HUNDRED }, 2),
        fees: {
          percentage: `${feeOn(gross, terms.basisPoints)}`,
          executor: `${terms.executorFee}`,
          deposit: `${ORDER_DEPOSIT}`,
        },
        lovelace: `${orderValue(!isSale, input, terms.executorFee, ORDER_DEPOSIT).lovelace}`,
        point,
      })
    },
  })
