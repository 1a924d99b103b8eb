// Reports of a mempool watch, over a real socket to a ledger with a mempool.
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { buildBlock } from '../devnet/chain/build-block.ts'
import { buildSubTransaction } from '../devnet/chain/build-transaction.ts'
import type { Ledger } from '../devnet/ledger/ledger.ts'
import type { LedgerUtxo } from '../devnet/ledger/output.ts'
import { draftUtxo } from '../devnet/ledger/testing/draft.ts'
import { ALICE, at, BOB, PAYMENT, submitDraft, testLedger } from '../devnet/ledger/testing/test-ledger.ts'
import { ledgerMethods } from '../devnet/ogmios/ledger-methods.ts'
import type { ConnectionMethods } from '../devnet/ogmios/methods.ts'
import { startOgmiosServer } from '../devnet/ogmios/ogmios-server.ts'
import { serveChain } from '../devnet/testing/test-server.ts'
import type { Hex } from '../schema/primitives.ts'
import { until as untilHolds } from '../tests/kit/until.ts'
import { type MempoolTiming, MempoolWatch } from './mempool-watch.ts'

/** Pings are seldom, so that a busy machine does not lose a connection. */
const SHORT: Partial<MempoolTiming> = {
  retry: 5,
  longestRetry: 20,
  pause: 0,
  ping: 60_000,
  gracePeriod: 60_000,
}

/** @param written changes the server's JSON of a pending transaction */
const watched = async (
  t: TestContext,
  timing: Partial<MempoolTiming> = {},
  utxo?: Iterable<LedgerUtxo>,
  written = (json: string): string => json,
) => {
  const { ledger, chain } = testLedger(utxo && { utxo })
  const methods: ConnectionMethods = (closed) =>
    ledgerMethods(ledger)(closed).map(({ nextTransaction, ...others }) => ({
      ...others,
      ...(nextTransaction && {
        nextTransaction: async (params: unknown) => written(await nextTransaction(params)),
      }),
    }))
  const server = await startOgmiosServer({ chain, networkStart: ledger.start, methods })
  // A server whose chain has no block has not received a message from its node.
  ledger.makeBlock()
  const watch = new MempoolWatch(server.url, () => 0.5, { ...SHORT, ...timing })
  const changes: Hex[][] = []
  watch.on('changed', () => changes.push([...watch.transactions.keys()]))
  const ended = watch.run()
  const stop = (): Promise<void> => {
    watch.stop()
    return ended
  }
  t.after(async () => {
    await stop()
    await server.close()
  })
  const until = (holds: () => boolean) => untilHolds(String(holds), holds)
  await until(() => watch.status.state === 'watching')
  return { ledger, chain, server, watch, changes, until, stop }
}

const ADA = 1_000_000n
const manyOutputs = (count: number) =>
  Array.from({ length: count }, (_, n) => draftUtxo(at(n), { address: ALICE.address, lovelace: 10n * ADA }))
const pay = (ledger: Ledger, n: number): Hex =>
  submitDraft(ledger, {
    inputs: [at(n)],
    outputs: [{ address: BOB.address, lovelace: 9_800_000n }],
    fee: 200_000n,
    signers: [ALICE],
  })

test('a transaction is in flight from its submission until the models have passed its block', async (t) => {
  const { ledger, watch, changes, until } = await watched(t)
  const [input] = PAYMENT.inputs
  assert.ok(input)
  assert.equal(watch.isSpent(input), false)
  const id = submitDraft(ledger, PAYMENT)
  await until(() => changes.length === 1)
  assert.deepEqual(changes, [[id]])
  const pending = watch.transactions.get(id)
  assert.deepEqual(
    { inputs: pending?.inputs, paid: pending?.outputs.map(({ address, lovelace }) => [address, lovelace]) },
    {
      inputs: [input],
      paid: [
        [BOB.address, 10n * ADA],
        [ALICE.address, 89_800_000n],
      ],
    },
  )
  assert.equal(watch.isSpent(input), true)
  ledger.makeBlock()
  await until(() => changes.length === 2)
  assert.deepEqual([changes[1], [...watch.inFlight.keys()], watch.isSpent(input)], [[], [id], true])
  const slot = ledger.slot
  watch.folded(slot - 1)
  assert.deepEqual([[...watch.inFlight.keys()], watch.isSpent(input)], [[id], true])
  watch.folded(slot)
  assert.deepEqual([[...watch.inFlight.keys()], watch.isSpent(input), changes.length], [[], false, 3])
})

test('a pending transaction with content that this version does not know is not shown, nor a part of it', async (t) => {
  let unknown = ''
  const { ledger, watch, changes, until } = await watched(t, {}, manyOutputs(3), (json) =>
    json.includes(`"id":"${unknown}"`) ? json.replace('"spends":', '"unheard":[],"spends":') : json,
  )
  unknown = pay(ledger, 0)
  const known = pay(ledger, 1)
  await until(() => watch.transactions.size > 0)
  assert.deepEqual([...watch.transactions.keys()], [known])
  assert.deepEqual([watch.isSpent(at(0)), watch.isSpent(at(1))], [false, true])
  assert.deepEqual(changes, [[known]])
})

test('the sub-transactions of a pending transaction are pending with it, before it', async (t) => {
  const nested = buildSubTransaction({ inputs: [at(1)], outputs: [{ lovelace: 5n }] })
  const { ledger, watch, changes, until } = await watched(t, {}, manyOutputs(3), (json) =>
    json.replace('"spends":', `"subTransactions":[${nested.json}],"spends":`),
  )
  const id = pay(ledger, 0)
  await until(() => watch.transactions.size > 0)
  assert.deepEqual([...watch.transactions.keys()], [nested.id, id])
  assert.deepEqual(
    watch.transactions.get(nested.id)?.outputs.map(({ lovelace }) => lovelace),
    [5n],
  )
  assert.deepEqual([watch.isSpent(at(0)), watch.isSpent(at(1)), watch.isSpent(at(2))], [true, true, false])
  ledger.makeBlock()
  await until(() => watch.transactions.size === 0)
  assert.deepEqual(changes, [[nested.id, id], []])
})

test('a mempool is read whole when others left and came between two snapshots', async (t) => {
  const { ledger, watch, until } = await watched(t, {}, manyOutputs(120))
  const problems: (string | null)[] = []
  watch.on('status', ({ problem }) => problems.push(problem))
  const first = Array.from({ length: 50 }, (_, n) => pay(ledger, n))
  await until(() => watch.transactions.size === 50)
  assert.deepEqual([...watch.transactions.keys()], first)
  // The calls run in one turn of the event loop, so the watch sees no state in between.
  ledger.makeBlock()
  const second = Array.from({ length: 70 }, (_, n) => pay(ledger, 50 + n))
  await until(() => watch.transactions.size === 70)
  assert.deepEqual([...watch.transactions.keys()], second)
  assert.ok([...watch.transactions.values()].every(({ outputs }) => outputs.length === 1))
  // A fork returns the transactions of its blocks to the mempool.
  ledger.rollBack(1)
  await until(() => watch.transactions.size === 120)
  assert.deepEqual([...watch.transactions.keys()], [...first, ...second])
  assert.deepEqual(problems, [])
})

test('a mempool that changes in each of five reads counts as a lost connection, and is read whole on the next', async (t) => {
  let [isRestless, asked] = [false, 0]
  // A known transaction is requested by its id alone. Each read meets one unknown transaction, so the next read requests one id less: 5, 4,
  // 3, 2 and 1.
  const { ledger, watch, until } = await watched(t, {}, manyOutputs(6), (json) => {
    if (!isRestless || !json.includes('"id":') || json.includes('"spends":')) return json
    asked += 1
    return [5, 9, 12, 14, 15].includes(asked) ? json.replace(/"id":"../, '"id":"--') : json
  })
  const first = Array.from({ length: 5 }, (_, n) => pay(ledger, n))
  await until(() => watch.transactions.size === 5)
  const problems: (string | null)[] = []
  watch.on('status', ({ problem }) => problems.push(problem))
  isRestless = true
  const second = pay(ledger, 5)
  await until(() => watch.transactions.size === 6)
  assert.deepEqual([...watch.transactions.keys()], [...first, second])
  assert.deepEqual(problems, ['the mempool changed faster than it can be read', null])
  assert.equal(asked, 15)
})

test('a watch connects again, and forgets what was pending when that takes long', async (t) => {
  const { ledger, server, watch, changes, until } = await watched(t, { gracePeriod: 50 })
  const id = submitDraft(ledger, PAYMENT)
  await until(() => changes.length === 1)
  await server.faults.refuseConnections()
  server.faults.dropConnections()
  await until(() => watch.status.state === 'waiting')
  assert.match(watch.status.problem ?? '', /closed|cannot be reached/)
  await until(() => watch.transactions.size === 0)
  await server.faults.acceptConnections()
  await until(() => watch.status.state === 'watching')
  assert.deepEqual([...watch.transactions.keys()], [id])
})

test('what was pending stays in flight for a while after the loss of the connection, and not after the end', async (t) => {
  // The age of the process is not the time since the last snapshot.
  const now = performance.now.bind(performance)
  t.mock.method(performance, 'now', () => now() + 1_000_000)
  const { ledger, server, watch, changes, until, stop } = await watched(t)
  const id = submitDraft(ledger, PAYMENT)
  await until(() => changes.length === 1)
  await server.faults.refuseConnections()
  server.faults.dropConnections()
  await until(() => watch.status.state === 'waiting')
  assert.deepEqual([...watch.inFlight.keys()], [id])
  await stop()
  assert.deepEqual([watch.status, watch.inFlight.size], [{ state: 'off', problem: null }, 0])
  assert.deepEqual(changes, [[id], []])
})

test('a connection that answers nothing any more is replaced', async (t) => {
  const { server, watch, until } = await watched(t, { ping: 20 })
  server.faults.stall('silent')
  await until(() => watch.status.state === 'waiting')
  server.faults.resume()
  await until(() => watch.status.state === 'watching')
})

test('a server without a mempool is not watched, and the status says why', async (t) => {
  const { chain } = testLedger()
  chain.append(buildBlock('genesis'))
  const { server } = await serveChain(t, chain)
  const watch = new MempoolWatch(server.url, () => 0.5, SHORT)
  await watch.run()
  assert.deepEqual(
    { ...watch.status, problem: watch.status.problem?.replace(/\(.*/, '(…)') },
    { state: 'off', problem: 'Ogmios refused acquireMempool (…)' },
  )
})

test('a mempool that never ends, in number or in bytes, counts as a lost connection', async () => {
  let padding = ''
  const { chain, ledger } = testLedger()
  let asked = 0
  const server = await startOgmiosServer({
    chain,
    networkStart: ledger.start,
    methods: (closed) =>
      ledgerMethods(ledger)(closed).map((group) =>
        'nextTransaction' in group
          ? {
              ...group,
              nextTransaction: () => {
                asked += 1
                const id = asked.toString(16).padStart(64, '0')
                return `{"transaction":{"id":"${id}","padding":"${padding}"}}`
              },
            }
          : group,
      ),
  })
  ledger.makeBlock()
  for (const each of ['', 'x'.repeat(100_000)]) {
    padding = each
    asked = 0
    const watch = new MempoolWatch(server.url, () => 0.5, SHORT)
    const refused = new Promise<string>((resolve) =>
      watch.on('status', ({ problem }) => problem !== null && resolve(problem)),
    )
    const ended = watch.run()
    assert.equal(
      await refused,
      'the mempool is larger than 10000 transactions or 64 MiB, which no node allows: check Ogmios',
    )
    assert.ok(asked <= 10_000 + 32)
    assert.equal(watch.transactions.size, 0)
    watch.stop()
    await ended
  }
  await server.close()
})
