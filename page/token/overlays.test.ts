import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ApiOrder } from '../../schema/responses/orders.ts'
import { AVERAGED, marksOf, movingAverage, vwap } from './overlays.ts'

const candle = (time: number, close: number, volume: number) => ({
  time,
  open: close,
  high: close,
  low: close,
  close,
  volume,
})

test('the moving average begins with the first full window, and the weighted one with the first volume', () => {
  const candles = Array.from({ length: AVERAGED + 2 }, (_, at) => candle(at, at, 1))
  assert.deepEqual(movingAverage(candles), [
    { time: AVERAGED - 1, value: (AVERAGED - 1) / 2 },
    { time: AVERAGED, value: (AVERAGED + 1) / 2 },
    { time: AVERAGED + 1, value: (AVERAGED + 3) / 2 },
  ])
  assert.deepEqual(vwap([candle(0, 9, 0), candle(1, 2, 3), candle(2, 6, 1)]), [
    { time: 1, value: 2 },
    { time: 2, value: 3 },
  ])
})

test('filled orders of the wallet and the creator are marked at their bar, once for each side', () => {
  const order = (pkh: string, timestamp: number, from: string, status = 'Evaluated') =>
    ({ pkh, timestamp, from, status }) as ApiOrder
  const orders = [
    order('me', 25, '.'),
    order('me', 21, '.'),
    order('dev', 12, 'token'),
    order('me', 11, '.', 'Pending'),
    order('other', 11, '.'),
    order('dev', 3, '.'),
  ]
  const whoOf = (pkh: string) => (pkh === 'me' ? 'you' : pkh === 'dev' ? 'dev' : undefined)
  assert.deepEqual(marksOf(orders, [{ time: 10 }, { time: 20 }], whoOf), [
    { time: 10, isBuy: false, who: 'dev' },
    { time: 20, isBuy: true, who: 'you' },
  ])
})
