import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import fc from 'fast-check'
import { runs } from '../tests/kit/random-runs.ts'
import { fetching, problems } from './fetching.ts'

/** Each response repeats its question. */
const partOf = (t: TestContext, options: { delay?: number; pause?: number } = {}) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  let question = 0
  const shown: number[] = []
  const open: { asked: number; signal: AbortSignal; response: () => void; fail: () => void }[] = []
  const get = fetching('the part', {
    ...options,
    load: (signal) => {
      const asked = question
      return new Promise<number>((resolve, reject) => {
        const fail = () => reject(new Error('it does not work'))
        open.push({ asked, signal, response: () => resolve(asked), fail })
      })
    },
    apply: (response) => shown.push(response),
  })
  const settle = async (milliseconds = 0): Promise<void> => {
    t.mock.timers.tick(milliseconds)
    for (let turn = 0; turn < 10; turn++) await Promise.resolve()
  }
  return {
    get,
    shown,
    open,
    settle,
    askAnew: (next: number): void => {
      question = next
      get.cancel()
      get()
    },
  }
}

test('for every order of answers, the answer to the last question is shown, and no earlier one after it', async (t) => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 6 }).chain((count) =>
        fc.record({
          count: fc.constant(count),
          order: fc.shuffledSubarray([...Array(count).keys()], { minLength: count, maxLength: count }),
        }),
      ),
      async ({ count, order }) => {
        t.mock.timers.reset()
        const { askAnew, open, shown, settle } = partOf(t)
        for (let question = 0; question < count; question++) {
          askAnew(question)
          await settle(1)
        }
        for (const at of order) {
          open[at]?.response()
          await settle()
        }
        assert.deepEqual(shown, [count - 1])
        assert.deepEqual(
          open.map(({ signal }) => signal.aborted),
          open.map((_, at) => at < count - 1),
        )
      },
    ),
    { numRuns: runs(100) },
  )
})

test('the same question has one request at a time, and another one after it if it was asked meanwhile', async (t) => {
  const { get, open, shown, settle } = partOf(t)
  for (let call = 0; call < 5; call++) get()
  await settle(1)
  assert.equal(open.length, 1)
  for (let call = 0; call < 5; call++) get()
  await settle(10_000)
  assert.equal(open.length, 1)
  open[0]?.response()
  await settle(1)
  await settle(1)
  assert.deepEqual([open.length, shown], [2, [0]])
  open[1]?.response()
  await settle(10_000)
  assert.deepEqual([open.length, shown], [2, [0, 0]])
})

test('a failure is a problem of the part until an attempt succeeds, and a cancelled part has none', async (t) => {
  const { get, open, settle } = partOf(t)
  get()
  await settle(1)
  open[0]?.fail()
  await settle()
  assert.equal(problems.value.get('the part'), 'It does not work.')
  await settle(10_000)
  open[1]?.response()
  await settle()
  assert.equal(problems.value.get('the part'), undefined)
  get()
  await settle(1)
  get.cancel()
  open[2]?.fail()
  await settle(60_000)
  assert.equal(problems.value.get('the part'), undefined)
  assert.equal(open.length, 3)
})

test('a part that was cancelled shows nothing', async (t) => {
  const { get, open, shown, settle } = partOf(t)
  get()
  await settle(1)
  get.cancel()
  open[0]?.response()
  await settle(60_000)
  assert.deepEqual([shown, open.length], [[], 1])
})
