// The builder's thread as its caller sees it: results of jobs, the limit of jobs, and errors when the thread ends.
import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import { type TestContext, test } from 'node:test'
import { fakeHash } from '../../../devnet/chain/build-transaction.ts'
import { CallCounts } from '../../../schema/platform/call-thread.ts'
import { listen } from '../../../tests/kit/listen.ts'
import { temporaryDirectory } from '../../../tests/kit/temporary-directory.ts'
import { TEST_TIMEOUT_MS } from '../../../tests/kit/test-timeout.ts'
import { coinsOfSource } from '../wanted-coins.ts'
import { startBuilder } from './builder-client.ts'

/** The node accepts connections and never responds. */
const silentNode = async (t: TestContext): Promise<string> => {
  const server = createServer((socket) => void t.after(() => socket.destroy()))
  return `ws://127.0.0.1:${await listen(t, server)}`
}

/** Body, witnesses, validity and metadata. */
const NOTHING = '84a0a0f5f6'

const NO_COINS = coinsOfSource({ from: 'request', field: 'utxos', items: [] })

test('without a node nothing is built, and it says so', async () => {
  const { builder, close } = startBuilder({ directory: '.', network: 'devnet', url: undefined })
  await assert.rejects(async () => builder.submit(NOTHING), {
    name: 'ApiError',
    cause: 'SERVICE_UNAVAILABLE',
  })
  await close()
})

test('jobs come back with a result, a refusal with its code, or a bug; so many at once and no more', async (t) => {
  const directory = temporaryDirectory(t)
  const done: boolean[] = []
  const { builder, close } = startBuilder(
    { directory, network: 'devnet', url: await silentNode(t) },
    { maxJobs: 2, maxAge: TEST_TIMEOUT_MS, onDone: (works) => done.push(works) },
  )
  t.after(close)
  await assert.rejects(builder.sign({ cbor: NOTHING, witness: 'a0' }), {
    name: 'BuildError',
    code: 'WRONG_SIGNATURE',
    message: 'the witness has no signature',
  })
  assert.deepEqual(await builder.coins(NO_COINS), [[], []])
  // The directory has no models.
  await assert.rejects(builder.coins(coinsOfSource({ from: 'chain', keyHash: fakeHash('somebody', 28) })), {
    name: 'NoModels',
    message: /^no models in /,
  })
  assert.deepEqual(done, [true, true, false])
  // Both jobs wait for the node. Two jobs are the maximum.
  const waiting = [builder.submit(NOTHING), builder.submit(NOTHING)].map((job) =>
    job.then(
      () => 'taken',
      ({ message }: Error) => message,
    ),
  )
  await assert.rejects(async () => builder.submit(NOTHING), {
    name: 'ApiError',
    cause: 'SERVICE_UNAVAILABLE',
    headers: { 'Retry-After': '2' },
    message: 'Too many transactions are being built, try again soon',
  })
  // When the thread ends, both jobs fail. The next job starts another thread.
  await close()
  assert.deepEqual(await Promise.all(waiting), Array(2).fill("the builder's thread was closed"))
  await assert.rejects(builder.sign({ cbor: NOTHING, witness: 'a0' }), { code: 'WRONG_SIGNATURE' })
})

test('a job that never returns ends the thread, and the jobs behind it are done by the next one', async (t) => {
  const counts = new CallCounts()
  const { builder, close } = startBuilder(
    { directory: '.', network: 'devnet', url: await silentNode(t) },
    {
      counts,
      deadline: 3_000,
      maxAge: TEST_TIMEOUT_MS,
      module: new URL('testing/stuck-builder.ts', import.meta.url),
    },
  )
  t.after(close)
  await builder.coins(NO_COINS)
  const stuck = builder.submit(NOTHING)
  const behind = builder.coins(NO_COINS)
  await assert.rejects(stuck, {
    name: 'ApiError',
    cause: 'SERVICE_UNAVAILABLE',
    headers: { 'Retry-After': '10' },
    message:
      'The transaction took longer than 3 s. To build one, try again or send other outputs. If this one was submitted, the node may have it: submit the same again',
  })
  assert.deepEqual(await behind, [[], []])
  assert.deepEqual({ ...counts }, { waiting: 0, age: 0, silence: 0, overdue: 1 })
})
