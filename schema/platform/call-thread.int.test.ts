// Calls to which a thread or a child process never replies. No caller waits longer than its limit.
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { TEST_TIMEOUT_MS } from '../../tests/kit/test-timeout.ts'
import { until } from '../../tests/kit/until.ts'
import { asOneRequest, CallCounts, CallThread } from './call-thread.ts'

const OVERDUE = new Error('overdue')

const start = (t: TestContext, module: string, isProcess: boolean, deadline = 200) => {
  const counts = new CallCounts()
  const thread = new CallThread({
    name: 'the callee',
    module: new URL(`testing/${module}.ts`, import.meta.url),
    data: {},
    isProcess,
    atOnce: deadline === 200 ? 1 : 100,
    maxWaiting: 3,
    deadline,
    maxAge: 2 * deadline,
    full: () => assert.fail('too many calls'),
    overdue: () => OVERDUE,
    counts,
  })
  t.after(() => thread.close())
  return { thread, counts }
}

/** Repeats the call, because calls become too old while the thread or process still loads. */
const answered = async (thread: CallThread, bytes: Uint8Array): Promise<Uint8Array> => {
  for (;;)
    try {
      return await thread.run<Uint8Array>({ bytes })
    } catch (error) {
      assert.equal(error, OVERDUE)
    }
}

for (const isProcess of [false, true]) {
  const kind = isProcess ? 'child process' : 'thread'

  test(`a ${kind} that is alive and does not answer a call fails it by its age, and is replaced`, async (t) => {
    const { thread, counts } = start(t, 'odd-calls', isProcess)
    const bytes = Uint8Array.of(1, 2, 3)
    assert.deepEqual([...(await answered(thread, bytes))], [1, 2, 3])
    await assert.rejects(thread.run('wait'), OVERDUE)
    assert.deepEqual([...(await answered(thread, bytes))], [1, 2, 3])
    // On a busy machine, a late start may also exceed the deadline.
    assert.ok(counts.overdue >= 1)
  })

  test(`the calls of one request of a ${kind} have one age`, async (t) => {
    const { thread } = start(t, 'odd-calls', isProcess)
    await asOneRequest(async () => {
      await assert.rejects(thread.run('wait'), OVERDUE)
      await assert.rejects(async () => thread.run({ bytes: Uint8Array.of(1) }), OVERDUE)
    })
    assert.deepEqual([...(await answered(thread, Uint8Array.of(1)))], [1])
  })

  test(`a ${kind} that never returns from a call is ended, and the calls behind it are answered`, async (t) => {
    const { thread } = start(t, 'odd-calls', isProcess)
    await answered(thread, Uint8Array.of(0))
    const behind = assert.rejects(thread.run('block'), OVERDUE)
    assert.deepEqual([...(await answered(thread, Uint8Array.of(7)))], [7])
    await behind
  })

  test(`a ${kind} reads its sockets between two calls, however many arrive at once`, async (t) => {
    const { thread } = start(t, 'odd-calls', isProcess, TEST_TIMEOUT_MS)
    await answered(thread, Uint8Array.of(0))
    const turns = await Promise.all(Array.from({ length: 100 }, () => thread.run<number>('turn')))
    assert.deepEqual(
      turns,
      Array.from({ length: 100 }, (_, turn) => turn),
    )
  })

  test(`a call of a ${kind} that never loads fails by its age, and so does the next`, async (t) => {
    const { thread, counts } = start(t, 'never-loads', isProcess)
    const both = [thread.run('wait'), thread.run('wait')]
    await until('an age of half the limit', () => counts.age >= 200)
    for (const call of both) await assert.rejects(call, OVERDUE)
    assert.deepEqual([counts.waiting, counts.age], [0, 0])
    await assert.rejects(thread.run('wait'), OVERDUE)
  })
}
