// Orders in the responses of the orders feed and of user histories. An order is one output on the chain, identified by `entityId`. When a
// client receives an order, it replaces its row with the same id.

import { type Static, Type } from '@sinclair/typebox'
import { OneOf } from '../one-of.ts'
import {
  beacon,
  count,
  digits,
  entityId,
  hash28,
  hash32,
  matching,
  orNull,
  price,
  text,
  tokenId,
} from './field-schemas.ts'

const transaction = (description: string) =>
  hash32(description, '440d0bb59ef9e5e9d8d4e8a0f4c5c8f0f4e2b0b9e5d0c8f7a6b5c4d3e2f1a0b9')

const ORDER_STATUSES = [
  'Mempool',
  'Pending',
  'MempoolEvaluated',
  'Evaluated',
  'MempoolRefunded',
  'Refunded',
] as const

const shared = {
  entityId: entityId(
    'Output of the order: transaction hash and index. The rest of a partially filled limit order is a new order with the same beacon.',
    '440d0bb59ef9e5e9d8d4e8a0f4c5c8f0f4e2b0b9e5d0c8f7a6b5c4d3e2f1a0b9:0',
  ),
  beacon,
  asset: tokenId('The token the order buys or sells.'),
  from: text('Asset id of the input; `.` for ADA in a buy.', '.'),
  to: tokenId('Asset id of the output; `.` (ADA) for a sell.'),
  address: text(
    'Bech32 address that receives the output.',
    'addr1v8fwxq7sd2yztwxz54gykv7dwk62hq2fx9hztnq4mskmzgqzaujx0',
  ),
  pkh: hash28(
    'Payment credential of `address`: hash of a key or a script.',
    'b6560f277ce0092e01f39fcf534b2e7a58282260cf044527f1e7f74d',
  ),
  worstPrice: matching(
    '^(0|[1-9][0-9]*)(\\.[0-9]{1,20})?$',
    'Lowest price that the order accepts: smallest units of `to` per smallest unit of `from`, cut after 20 digits.',
    '0.32153698',
  ),
  orderType: OneOf(['Spot', 'CFMM'], {
    description: 'Where the token trades: `Spot` on the bonding curve, `CFMM` on the AMM pool.',
    examples: ['Spot'],
  }),
}

export const OrderSchema = Type.Object(
  {
    ...shared,
    fromAmount: digits(
      'Amount swapped, in smallest units of `from`, without executor fee and deposit; once `Evaluated`, the amount that was swapped.',
      '5000000',
    ),
    toAmount: digits(
      'Output, in smallest units of `to`, after the percentage fee: once `Evaluated` the received amount, before that the output of the pool when the order was placed. For a token without a pool it is the minimum that the order accepts.',
      '1940500',
    ),
    status: OneOf(ORDER_STATUSES, {
      description:
        '`Pending`: open on the chain. `Evaluated`: filled. `Refunded`: cancelled. The prefix `Mempool` means that the transaction is not in a block yet.',
      examples: ['Evaluated'],
    }),
    pendingTransactionId: transaction('Hash of the transaction that made the order.'),
    evaluatedTransactionId: orNull(
      transaction('Hash of the transaction that filled or cancelled it; null while it is open.'),
    ),
    timestamp: count('Time of the transaction that set the status, Unix seconds.', 1_725_260_500),
    launch: Type.Optional(
      Type.Literal(true, {
        description:
          "The purchase that the token's launch made; absent for every other order. It is `Evaluated` by the launch's own transaction, and `entityId` is the output that received the tokens. The fee of the launch is not part of it.",
      }),
    ),
  },
  { $id: 'Order' },
)
export type ApiOrder = Static<typeof OrderSchema>

export const OrdersSchema = Type.Object(
  {
    ledger: Type.Object(
      {
        count: count('Number of matching orders on all pages.', 1),
        items: Type.Array(OrderSchema, {
          description: 'Orders of the page, sorted by the last change of their status, newest first.',
        }),
      },
      { description: 'Orders on the chain.' },
    ),
    mempool: Type.Array(OrderSchema, {
      description:
        "Orders that a transaction in the node's mempool places, fills or cancels, newest first. Empty while the mempool is not watched.",
    }),
  },
  { $id: 'Orders' },
)

export const LatestOrdersSchema = Type.Array(OrderSchema, {
  description: 'Orders of all listed tokens, sorted by the last change of their status, newest first.',
})

export const OrderTradeSchema = Type.Object(
  {
    ...shared,
    orderStatus: OneOf(['open', 'partiallyClosed', 'closed', 'cancelled', 'mempool'], {
      description:
        '`open`: nothing is filled. `partiallyClosed`: a part is filled. `closed`: filled. `cancelled`: cancelled, perhaps after a part was filled. `mempool`: not in a block yet.',
      examples: ['closed'],
    }),
    fromAmount: digits(
      'Total input in smallest units of `from`: the filled part plus the open part.',
      '5000000',
    ),
    toAmount: digits(
      'Total output: the amount received so far plus the amount expected for the rest.',
      '1940500',
    ),
    filledFromAmount: digits('Input given so far.', '5000000'),
    filledToAmount: digits('Output received so far.', '1940500'),
    price: orNull(
      price(
        'Average price of the filled part, lovelace per smallest unit of the token; null before the first fill.',
        '2.576655501159',
      ),
    ),
    evaluatedTransactionId: orNull(
      transaction('Hash of the last transaction that filled or cancelled it; null before that.'),
    ),
    timestamp: count('Time of the transaction that set the status, Unix seconds.', 1_725_260_500),
  },
  { $id: 'OrderTrade' },
)
export type OrderTrade = Static<typeof OrderTradeSchema>

export const OrderMetricsSchema = Type.Object(
  {
    boughtAda: digits('Lovelace paid for tokens.', '5000000'),
    boughtTokens: digits('Tokens bought, in smallest units.', '1940500'),
    soldAda: digits('Lovelace received for tokens.', '9822122'),
    soldTokens: digits('Tokens sold, in smallest units.', '3888762'),
    ordersCount: Type.Integer({ minimum: 1, description: 'Number of filled orders.', examples: [2] }),
  },
  { $id: 'OrderMetrics' },
)
export type OrderMetrics = Static<typeof OrderMetricsSchema>
