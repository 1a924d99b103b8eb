// Figures of a quote from the bars of days.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { figuresOf } from './quotes-route.ts'

const PAIR = { base: 'token', quote: '.' }
const bar = (time: number, open: string, high: string, low: string, close: string) => ({
  pair: PAIR,
  time,
  open,
  high,
  low,
  close,
  volume: '9',
})

const read = (...[bars, today]: Parameters<typeof figuresOf>) => {
  const text = figuresOf(bars, today)
  return text === undefined ? undefined : JSON.parse(`{${text}}`)
}

test('the change is since the close of the day before, at a launch since its first price', () => {
  const [first, second] = [bar(100, '1', '4', '0.5', '2'), bar(200, '2.5', '3', '1', '1.5')]
  const same = { volume: 9 }
  assert.deepEqual(read([first, second], 200), {
    ...{ ch: -0.5, chp: -25, lp: 1.5, ask: 1.5, bid: 1.5, open_price: 2.5, high_price: 3, low_price: 1 },
    ...{ prev_close_price: 2, ...same },
  })
  assert.deepEqual(read([first], 100), {
    ...{ ch: 1, chp: 100, lp: 2, ask: 2, bid: 2, open_price: 1, high_price: 4, low_price: 0.5 },
    ...{ prev_close_price: 1, ...same },
  })
})

test('a day without a trade has the last close, and a token without bars no figures', () => {
  const price = 2
  assert.deepEqual(read([bar(100, '1', '4', '0.5', '2')], 300), {
    ...{ ch: 0, chp: 0, lp: price, ask: price, bid: price, open_price: price, high_price: price },
    ...{ low_price: price, prev_close_price: price, volume: 0 },
  })
  assert.equal(read([], 300), undefined)
  assert.equal(read([bar(100, '0', '0', '0', '0')], 100).chp, 0)
})
