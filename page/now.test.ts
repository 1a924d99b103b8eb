import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkedNow, now, setNow } from './now.ts'

const [HOUR, DAY] = [3_600_000, 86_400_000]

test('the clock of the service replaces a wrong one, and moves the time of checks by a day at most', (t) => {
  t.after(() => setNow(Date.now()))
  /** In whole hours, because time passes. */
  const aheadOf = (ahead: number): readonly number[] => {
    setNow(Date.now() + ahead)
    return [now, checkedNow].map((read) => Math.round((read() - Date.now()) / HOUR))
  }
  assert.deepEqual(aheadOf(0), [0, 0])
  assert.deepEqual(aheadOf(14 * HOUR), [14, 14])
  assert.deepEqual(aheadOf(-3_650 * DAY), [-87_600, -87_600])
  assert.deepEqual(aheadOf(3_650 * DAY), [87_600, 24])
})
