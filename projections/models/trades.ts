// Every trade of a listed pool's token, in the order of the chain: trades with the pool, and trades between orders.
import { paymentCredential } from '../../schema/codecs/address.ts'
import { formatDecimal } from '../../schema/codecs/ratio.ts'
import { FEE_DENOMINATOR } from '../../schema/launchpad/amm.ts'
import { type EventPlace, model } from '../engine/fold/model.ts'
import { amount, hex, integer, nullable, oneOf, text } from '../engine/table/column.ts'
import { appendTable, type RowOf } from '../engine/table/table.ts'
import type { LaunchpadEvent, Matched, Traded } from '../interpret/events.ts'

export const trades = appendTable('trades', {
  columns: {
    /** Asset id of the NFT of the pool, see `pools.nft`. */
    pool: text,
    /** Transaction that made the trade. */
    transaction_id: hex,
    /** `curve`, `amm`, or `orders` if orders filled each other without a pool. */
    venue: oneOf('curve', 'amm', 'orders'),
    /** Side of the trader. */
    side: oneOf('buy', 'sell'),
    /** Lovelace of the trade. */
    lovelace: amount,
    /** Token side of the trade, smallest units. */
    tokens: amount,
    /** Price in lovelace per token, a decimal: the pool's price after the trade, or the price at which orders filled each other. */
    price: text,
    /** Transaction id of the filled order; null for a trade without an order. */
    order_transaction: nullable(hex),
    /** Output index of the filled order; null for a trade without an order. */
    order_index: nullable(integer),
    /** Unix seconds of the trade's block. */
    time: integer,
    /** Height of the trade's block. */
    height: integer,
    /** Position of the trade's event. Trades and rows of `liquidity` are sorted together by this position. */
    event: integer,
    /** Hash of the payment part of `address`: of a key or of a script; null if the trader is unknown. */
    trader: nullable(hex),
    /**
     * Raw bytes of the address of the order's owner, or of the buyer at a launch. Without an order, the address of the first input outside
     * the launchpad's scripts. Null if the trader is unknown.
     */
    address: nullable(hex),
    /** ADA reserve of the pool after the transaction, lovelace; null for a trade between orders. */
    reserve_lovelace: nullable(amount),
    /** Token reserve of the pool after the transaction; null for a trade between orders. */
    reserve_tokens: nullable(amount),
    /** Percentage fee in lovelace: what a buyer paid and the pool did not get, or what the pool paid and a seller did not get. */
    percentage_fee: amount,
    /** Lovelace that the order paid to its executor, in addition to `lovelace`; 0 without an order. */
    executor_fee: amount,
    /**
     * Liquidity fee of the AMM pool, by the rates in its datum, rounded down: lovelace of a buy, tokens of a sale; null without an AMM
     * pool.
     */
    liquidity_fee: nullable(amount),
    /** Treasury fee of the AMM pool, in the form of `liquidity_fee`. */
    treasury_fee: nullable(amount),
    /** Royalty fee of the AMM pool, in the form of `liquidity_fee`. */
    royalty_fee: nullable(amount),
  },
  indexes: {
    pool: ['pool', 'position'],
    trader: ['trader', 'position'],
    trader_pool: ['trader', 'pool', 'position'],
    height: ['height'],
  },
  topics: { pool: 'pool' },
})

type TradeRow = Omit<RowOf<typeof trades.columns>, 'position'>

type PoolFees = Pick<TradeRow, 'liquidity_fee' | 'treasury_fee' | 'royalty_fee'>

const NO_FEES: PoolFees = { liquidity_fee: null, treasury_fee: null, royalty_fee: null }

/** Taken from the input of a trade. */
const poolFees = ({ fees, side, lovelace, tokens, percentageFee }: Traded): PoolFees => {
  if (fees === null) return NO_FEES
  const input = side === 'buy' ? lovelace - percentageFee : tokens
  const of = (rate: bigint): bigint => (input * rate) / FEE_DENOMINATOR
  return {
    liquidity_fee: of(FEE_DENOMINATOR - fees.lpFeeNum),
    treasury_fee: of(fees.treasuryFeeNum),
    royalty_fee: of(fees.royaltyFeeNum),
  }
}

const rowOf = (
  { pool, transaction, side, lovelace, tokens, order, trader, ...event }: Traded | Matched,
  { time, height, position }: EventPlace,
  rest: Pick<TradeRow, 'venue' | 'price' | 'reserve_lovelace' | 'reserve_tokens'> & PoolFees,
): TradeRow => ({
  pool,
  transaction_id: transaction,
  side,
  lovelace,
  tokens,
  order_transaction: order?.transaction ?? null,
  order_index: order?.index ?? null,
  time,
  height,
  event: position,
  trader: trader === null ? null : (paymentCredential(trader)?.hash ?? null),
  address: trader,
  percentage_fee: event.percentageFee,
  executor_fee: event.executorFee,
  ...rest,
})

export const tradesModel = model<LaunchpadEvent>()({
  name: 'trades',
  version: 3,
  tables: { trades },
  on: {
    traded(event, tables, at) {
      const { venue, reserves } = event
      const price = formatDecimal(event.price)
      const [reserve_lovelace, reserve_tokens] = [reserves.lovelace, reserves.tokens]
      tables.trades.append(
        rowOf(event, at, { venue, price, reserve_lovelace, reserve_tokens, ...poolFees(event) }),
      )
    },
    matched(event, tables, at) {
      const { lovelace, tokens } = event
      const price = formatDecimal({ numerator: lovelace, denominator: tokens })
      const reserves = { reserve_lovelace: null, reserve_tokens: null, ...NO_FEES }
      tables.trades.append(rowOf(event, at, { venue: 'orders', price, ...reserves }))
    },
  },
})
