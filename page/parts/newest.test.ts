import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { runs } from '../../tests/kit/random-runs.ts'
import { askedNow, newestMap } from './newest.ts'

test('whatever the order of answers and frames, a value never becomes older', () => {
  // Each question has a position in the sequence. Its response arrives later, with the state at some moment in between.
  const course = fc.array(fc.record({ isFrame: fc.boolean(), delay: fc.nat(12), lag: fc.nat(12) }), {
    minLength: 1,
    maxLength: 40,
  })
  fc.assert(
    fc.property(course, (events) => {
      const values = newestMap<number>(-1)
      const arrivals: { time: number; put: () => number }[] = []
      let shown = -1
      const steps = events.length + 30
      for (let time = 0; time < steps; time++) {
        const event = events[time]
        if (event?.isFrame) shown = Math.max(shown, values.put('token', time))
        else if (event !== undefined) {
          const at = askedNow()
          const received = time + Math.min(event.lag, event.delay)
          arrivals.push({ time: time + event.delay, put: () => values.put('token', received, at) })
        }
        for (const arrival of arrivals.filter((each) => each.time === time)) arrival.put()
        const now = values.of('token').value
        if (event?.isFrame) assert.ok(now >= time, `${now} after the frame of ${time}`)
        assert.ok(now >= shown)
      }
    }),
    { numRuns: runs(500) },
  )
})

test('a value that was dropped does not come back with an earlier answer', () => {
  const values = newestMap<string | undefined>(undefined)
  const at = askedNow()
  values.put('token', undefined)
  assert.equal(values.put('token', 'old', at), undefined)
  assert.equal(values.put('token', 'new'), 'new')
})
