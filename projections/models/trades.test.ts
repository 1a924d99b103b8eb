// The row of a trade with the fees of a buy and of a sale, and its row in `activity`.
import { test } from 'node:test'
import { positionOf } from '../engine/table/table.ts'
import type { LaunchpadEvent, Traded } from '../interpret/events.ts'
import { hash, walletAddress } from '../interpret/testing/interpreted.ts'
import { FIRST_TIME, given } from '../testing/model-kit.ts'
import { tradedEvent } from '../testing/traded-event.ts'
import { activityModel } from './activity.ts'
import { tradesModel } from './trades.ts'

const { pool, transaction } = tradedEvent()
const RESERVES = { lovelace: 17_000_000_000n, tokens: 250_000_000n }
/** Liquidity keeps 1 % of a trade's input, the treasury 0.1 %, royalties 0.25 %. */
const FEES = { lpFeeNum: 99_000n, treasuryFeeNum: 100n, royaltyFeeNum: 250n }
const ORDER = { transaction: hash('order'), index: 2 }

const trade = (change: Partial<Traded>): Traded =>
  tradedEvent({
    reserves: RESERVES,
    price: { numerator: 68n, denominator: 1n },
    lovelace: 1_000_000n,
    tokens: 14_000n,
    percentageFee: 10_000n,
    executorFee: 700_000n,
    order: ORDER,
    trader: walletAddress('ann'),
    ...change,
  })

const row = (at: number, place: number) => ({
  position: positionOf(1_000 + at, place),
  pool,
  venue: 'curve',
  transaction_id: transaction,
  side: 'buy',
  lovelace: 1_000_000n,
  tokens: 14_000n,
  price: '68',
  order_transaction: ORDER.transaction,
  order_index: ORDER.index,
  time: FIRST_TIME + at,
  height: 1_000 + at,
  event: positionOf(1_000 + at, place),
  trader: hash('ann', 28),
  address: walletAddress('ann'),
  reserve_lovelace: RESERVES.lovelace,
  reserve_tokens: RESERVES.tokens,
  percentage_fee: 10_000n,
  executor_fee: 700_000n,
  liquidity_fee: null,
  treasury_fee: null,
  royalty_fee: null,
})

const EVENTS: readonly LaunchpadEvent[] = [
  trade({}),
  trade({ venue: 'amm', fees: FEES }),
  trade({ venue: 'amm', fees: FEES, side: 'sell', order: null, trader: null, percentageFee: 0n }),
]

test('the fees of a pool are of what a trade puts into it: of a buy without the percentage fee, of a sale tokens', () => {
  given(tradesModel, EVENTS).then({
    trades: [
      row(0, 0),
      {
        ...row(1, 0),
        venue: 'amm',
        liquidity_fee: 9_900n,
        treasury_fee: 990n,
        royalty_fee: 2_475n,
      },
      {
        ...row(2, 0),
        venue: 'amm',
        side: 'sell',
        order_transaction: null,
        order_index: null,
        trader: null,
        address: null,
        percentage_fee: 0n,
        liquidity_fee: 140n,
        treasury_fee: 14n,
        royalty_fee: 35n,
      },
    ],
  })
})

test('activity has the number and the volume of the trades of five minutes', () => {
  const start = FIRST_TIME - (FIRST_TIME % 300)
  given(activityModel, EVENTS).then({ activity: [{ time: start, volume: 3_000_000n, trades: 3 }] })
})
