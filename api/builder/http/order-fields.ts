// What orders and their quotes are asked with, and the causes that both are refused under.
import { Type } from '@sinclair/typebox'
import { SLIPPAGES } from '../../../schema/launchpad/slippage.ts'
import { BigintString, OneOf, TokenIdParam } from '../../http/route/fields.ts'

export const OrderFields = {
  assetId: {
    ...TokenIdParam,
    description: 'The token to trade.',
    examples: ['63f947b8d9535bc4e4ce6919e3dc056547e8d30ada12f29aa5f826b8.43434320'],
  },
  amount: {
    ...BigintString,
    description:
      'Of a BUY lovelace to spend, percentage fee included; of a BUY_WITH_OUTPUT tokens to receive; of a SELL tokens to sell.',
    examples: ['100000000'],
  },
  side: OneOf(['BUY', 'BUY_WITH_OUTPUT', 'SELL'], {
    description: 'What `amount` is.',
    examples: ['BUY'],
  }),
  slippage: OneOf(SLIPPAGES, {
    description:
      'How far, in percent, the outcome may be below the quote; `infinity` accepts anything above nothing.',
    examples: ['15'],
  }),
  minOutput: Type.Optional({
    ...BigintString,
    description:
      'The least that the order accepts, exactly, in the smallest unit of what it gets: tokens, of a SELL lovelace after the fee. With a `slippage` that accepts more than this, it alone counts. A price of now that brings less is refused. Beside the specification.',
    examples: ['32313116'],
  }),
} as const

export const ORDER_CAUSES = {
  MIN_TRADE_AMOUNT: 'MIN_TRADE_AMOUNT',
  MAX_TRADE_AMOUNT: 'MAX_TRADE_AMOUNT',
  MISSING_CONFIG: 'OPERATIONS_CONFIG',
  QUOTE_BELOW_MIN_OUTPUT: 'INVALID_PARAMS',
} as const

export const ORDER_CONFIG = { protocol: 'PROTOCOL_CONFIG', operations: 'OPERATIONS_CONFIG' } as const

/** Codes of what is wrong with a trade, whoever pays for it. */
export const ORDER_CODES = [
  'INVALID_REQUEST',
  'MAX_TRADE_AMOUNT',
  'MIN_TRADE_AMOUNT',
  'MISSING_CONFIG',
  'QUOTE_BELOW_MIN_OUTPUT',
] as const
