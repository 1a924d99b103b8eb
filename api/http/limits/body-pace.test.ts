import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { BodyPace } from './body-pace.ts'

const KIB = 1024

/** A body that counts its pieces, and what is said to it. */
const bodyOf = (pace: BodyPace, piece: number) => {
  const body = {
    size: 0,
    isPaused: false,
    receive: () => {
      assert.ok(!body.isPaused, 'a paused body gets no piece')
      body.size += piece
      pace.count(piece, body)
    },
    pause: () => {
      body.isPaused = true
    },
    resume: () => {
      body.isPaused = false
    },
  }
  return body
}

const paced = () => {
  const iterations: (() => void)[] = []
  const pace = new BodyPace((next) => iterations.push(next))
  return { pace, next: () => iterations.shift()?.() }
}

test('an iteration reads its share; of the bodies paused in it, that with the most continues first', () => {
  const { pace, next } = paced()
  const bodies = [100, 300, 200].map((kibibytes) => bodyOf(pace, kibibytes * KIB))
  const paused = (): boolean[] => bodies.map(({ isPaused }) => isPaused)
  for (const body of bodies) body.receive()
  assert.deepEqual(paused(), [false, true, true])
  next()
  assert.deepEqual(paused(), [false, false, true])
  bodies[0]?.receive()
  bodies[1]?.receive()
  assert.deepEqual(paused(), [false, true, true])
  next()
  assert.deepEqual(paused(), [false, false, true])
  next()
  assert.deepEqual(paused(), [false, false, false])
  assert.equal(next(), undefined)
})

test('whatever arrives, every paused body continues once no more than those before it arrive', () => {
  const pieces = fc.array(fc.integer({ min: 1, max: 512 * KIB }), { minLength: 1, maxLength: 20 })
  fc.assert(
    fc.property(pieces, fc.integer({ min: 1, max: 5 }), (sizes, rounds) => {
      const { pace, next } = paced()
      const bodies = sizes.map((size) => bodyOf(pace, size))
      for (let round = 0; round < rounds; round++) {
        for (const body of bodies) if (!body.isPaused) body.receive()
        next()
      }
      for (let n = 0; n < bodies.length; n++) next()
      assert.deepEqual(
        bodies.map(({ isPaused }) => isPaused),
        bodies.map(() => false),
      )
    }),
  )
})
