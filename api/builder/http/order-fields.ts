// Fields of requests for orders and quotes, and causes of their common errors.
import { Type } from '@sinclair/typebox'
import { SLIPPAGES } from '../../../schema/launchpad/slippage.ts'
import { OneOf } from '../../../schema/one-of.ts'
import { configCodes } from '../../http/route/errors.ts'
import { BigintString, TokenIdParam } from '../../http/route/fields.ts'

export const OrderFields = {
  assetId: {
    ...TokenIdParam,
    description: 'The token to trade.',
    examples: ['63f947b8d9535bc4e4ce6919e3dc056547e8d30ada12f29aa5f826b8.43434320'],
  },
  amount: {
    ...BigintString,
    description:
      '`BUY`: lovelace to spend, including the percentage fee. `BUY_WITH_OUTPUT`: tokens to receive. `SELL`: tokens to sell.',
    examples: ['100000000'],
  },
  side: OneOf(['BUY', 'BUY_WITH_OUTPUT', 'SELL'], {
    description: 'Direction of the trade, and the meaning of `amount`.',
    examples: ['BUY'],
  }),
  slippage: OneOf(SLIPPAGES, {
    description: 'Maximum slippage in percent. `infinity` accepts any output of at least one unit.',
    examples: ['15'],
  }),
  minOutput: Type.Optional({
    ...BigintString,
    description:
      'Exact minimum output: tokens, or lovelace after the fee for a SELL. It replaces the minimum that follows from `slippage`, unless that minimum is higher. The request is refused if the current price gives less, unless `rest` is true.',
    examples: ['32313116'],
  }),
  rest: Type.Optional(
    Type.Boolean({
      mustBe: 'true or false',
      description:
        'True for a limit order: if the current price gives less than `minOutput`, which it needs, the order is built and waits until the price gives it. For `BUY` and `SELL`. By default false.',
      examples: [true],
    }),
  ),
} as const

export const ORDER_CAUSES = {
  MIN_TRADE_AMOUNT: 'MIN_TRADE_AMOUNT',
  MAX_TRADE_AMOUNT: 'MAX_TRADE_AMOUNT',
  MISSING_CONFIG: 'OPERATIONS_CONFIG',
  QUOTE_BELOW_MIN_OUTPUT: 'INVALID_PARAMS',
  STALE_PRICE: 'SERVICE_UNAVAILABLE',
} as const

export const ORDER_CONFIG = { protocol: 'PROTOCOL_CONFIG', operations: 'OPERATIONS_CONFIG' } as const

/** MISSING_CONFIG is left out, because ORDER_CODES has it. */
export const PROTOCOL_CODES = configCodes(ORDER_CONFIG.protocol)

/** Codes of a trade that is invalid for every wallet. */
export const ORDER_CODES = [
  'INVALID_REQUEST',
  'MAX_TRADE_AMOUNT',
  'MIN_TRADE_AMOUNT',
  'MISSING_CONFIG',
  'QUOTE_BELOW_MIN_OUTPUT',
  'STALE_PRICE',
] as const
