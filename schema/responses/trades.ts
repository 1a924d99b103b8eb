// Trades for portfolio, tax and analytics tools.
import { type Static, Type } from '@sinclair/typebox'
import {
  count,
  digits,
  entityId,
  hash28,
  hash32,
  integer,
  orNull,
  price,
  text,
  tokenId,
} from './field-schemas.ts'

const TRANSACTION = '0e4a7c58dd6f0fbdaf6e1ddc01ea38ae5e5af4ed97b1ae9de2cf1bc6fb2cb9ea'

/** The order of the fields is that of the CSV's columns. */
export const TradeSchema = Type.Object(
  {
    position: integer('Place of the trade on the chain; greater for later trades.', 8_761_738_018_816),
    time: integer('Time of its block, Unix seconds.', 1_725_260_400),
    height: count('Height of its block.', 10_782_965),
    transactionId: hash32('Transaction that made the trade.', TRANSACTION),
    asset: tokenId('Asset id of the token.'),
    venue: Type.Union([Type.Literal('curve'), Type.Literal('amm'), Type.Literal('orders')], {
      description: 'Where it traded: `orders` if orders filled each other without a pool.',
      examples: ['curve'],
    }),
    side: Type.Union([Type.Literal('buy'), Type.Literal('sell')], {
      description: 'Side of the trader.',
      examples: ['buy'],
    }),
    lovelace: digits(
      'ADA side: what a buyer paid before the fee of the order, or what a seller received after it; lovelace.',
      '500000000',
    ),
    tokens: digits('Token side, smallest units.', '109146596'),
    price: price(
      'Price after the trade, or of the orders that filled each other; lovelace per token.',
      '4.58154037489',
    ),
    owner: orNull(
      hash28(
        'Payment part of the address of the trader: key hash or script hash.',
        'd4f05bd13965ce0c52b9c5ab264bad0ccb054e7d552f8dd1763548be',
      ),
      'Payment part of the address of the trader; null if the trader is unknown.',
    ),
    address: orNull(
      text(
        'Address of the trader.',
        'addr1q840qk7n86wqhr932tq6m5jv46kpvz4wm48420p4wd65ur2qa4gq5d8k6hvqgqk3q3fr0n6n9pwdk2lx0c3pwnqyxf0sm4k0zk',
      ),
      'Address of the owner of the order; of a trade without an order the address of the first input. Null if the trader is unknown.',
    ),
    orderId: orNull(
      entityId('The filled order.', `${TRANSACTION}:0`),
      'The filled order; null for a trade without an order.',
    ),
  },
  { $id: 'Trade' },
)
export type Trade = Static<typeof TradeSchema>

export const TradesSchema = Type.Object({
  items: Type.Array(TradeSchema, { description: 'The trades, in the order of the request.' }),
  next: orNull(
    text('Cursor of the next page.', '8761738018816.4a7f3c8d12e05b96.10782965.5b2c19f0'),
    'Cursor for `after`; null if there are no further trades. With `order=oldest`, the last page has a cursor too, with which later trades can be requested.',
  ),
  undoneAfter: orNull(
    count('Height of a block.', 10_782_965),
    'Height of the last block before a fork that undid the block of the cursor: forget the trades of earlier pages above this height; oldest first, they come again. 0 if trades were computed anew by other rules, so that all come again. Otherwise null.',
  ),
})
export type TradesPage = Static<typeof TradesSchema>
