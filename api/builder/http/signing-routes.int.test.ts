// Submits an accepted transaction again, before and after the models fork. The node refuses it, since its inputs are spent, or since the
// node has dropped it and it is no longer valid.
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { writeReports } from '../../../projections/status/indexer-status.ts'
import { generatedModels } from '../../../projections/testing/generated-models.ts'
import type { MempoolState } from '../../../schema/reports.ts'
import { requestsTo } from '../../../tests/kit/requests.ts'
import { noMempool } from '../../mempool-view.ts'
import { NO_BUILDER, serveModels } from '../../testing/start-components.ts'
import type { Submission } from '../transaction-builder.ts'

const ADDRESS =
  'addr1qy32agk6zhjffcqhvu296j9a594k6smlr3zfsgaqgsvnmtefn2pw7433r2ss4hcycqrj6jrsaw056hlnz5fjgdyyrd6qsw8ngt'

const ID = 'ab'.repeat(32)
const ACCEPTED = [200, { txHash: ID }]

/** The node accepts each transaction, unless `node.says` has a refusal. */
const start = async (t: TestContext, state: MempoolState, length = 4) => {
  const uptime = performance.now.bind(performance)
  let passed = 0
  t.mock.method(performance, 'now', () => uptime() + passed)
  const { chain, apply, undo, reader, directory, all } = generatedModels(t, 0)
  const blocks = chain.grow(length)
  apply(...blocks)
  reader.refresh()
  const last = blocks.at(-1)?.transactions.at(-1)
  assert.ok(last !== undefined && last.outputs.length > 0)
  const unspent = { transaction: last.id, index: last.firstOutput }
  const node: { says: Partial<Submission> } = { says: {} }
  const { url } = await serveModels(t, ['builder'], reader, {
    directory,
    mempool: { ...noMempool, status: { state, problem: null } },
    builder: {
      ...NO_BUILDER,
      submit: async () => ({
        id: ID,
        spent: [unspent],
        made: [],
        ...node.says,
      }),
    },
  })
  const { tell } = requestsTo(url)
  const answer = async (path: string, request: object): Promise<unknown> => {
    const { status, body } = await tell(path, request)
    return [status, body]
  }
  return {
    node,
    all,
    unspent,
    submit: () => answer('/submit', { cbor: '80' }),
    cancel: () =>
      answer('/cancel', { txHash: ID, index: '0', changeAddress: ADDRESS, utxos: 'service-wallet' }),
    codeOf: async () => (await tell('/submit', { cbor: '80' })).headers.get('X-Error-Code'),
    pass(ms: number): void {
      passed += ms
    },
    /** The indexer knows a node whose newest block is so many slots after the models' last block. */
    setNode(slots: number | undefined, report: object = {}): void {
      const { slot, id, height } = reader.checkpoint ?? assert.fail()
      const nodeTip = slots === undefined ? null : { slot: slot + slots, id, height: height + slots }
      const at = Date.now()
      const following = {
        state: 'following',
        problem: null,
        nodeTip,
        logEnd: null,
        isRecorded: false,
        at,
      } as const
      const folding = { problem: null, isPassing: false, rate: 0, refolding: [], at }
      writeReports(directory, { following: { ...following, ...report }, folding })
    },
    /** Undoes the last block. */
    fork(): void {
      undo(1)
      reader.refresh()
    },
  }
}

test('the same hash is returned again, until a minute after a fork that may have dropped the transaction', async (t) => {
  const { node, submit, pass, fork } = await start(t, 'off')
  const refused = { code: 'ALREADY_SPENT', message: 'an input is spent', needed: [] } as const
  assert.deepEqual(await submit(), ACCEPTED)
  node.says = { refused }
  pass(3_600_000)
  assert.deepEqual(await submit(), ACCEPTED)
  fork()
  pass(50_000)
  assert.deepEqual(await submit(), ACCEPTED)
  pass(10_000)
  assert.deepEqual(await submit(), [500, { cause: 'SERVER_ERROR', message: 'An input is spent' }])
  node.says = {}
  assert.deepEqual(await submit(), ACCEPTED)
  node.says = { refused }
  assert.deepEqual(await submit(), ACCEPTED)
})

test('a dropped transaction is refused, and its order not awaited, while the chain has an output that it spends', async (t) => {
  const { node, submit, cancel, pass } = await start(t, 'watching')
  const answers = async () => [await submit(), await cancel()]
  const accepted = [
    ACCEPTED,
    [500, { cause: 'SERVER_ERROR', message: 'order not found: it is not in a block yet' }],
  ]
  assert.deepEqual(await answers(), accepted)
  node.says = { refused: { code: 'REFUSED', message: 'the transaction is not valid now', needed: [] } }
  pass(50_000)
  assert.deepEqual(await answers(), accepted)
  pass(10_000)
  assert.deepEqual(await answers(), [
    [500, { cause: 'SERVER_ERROR', message: 'The transaction is not valid now' }],
    [500, { cause: 'SERVER_ERROR', message: 'order not found' }],
  ])
})

/** Each query selects a transaction's id and an order or a lock that the transaction made or spent. */
const MADE_OR_ENDED = {
  order: 'SELECT transaction_id AS id, transaction_id AS of, output_index AS at FROM orders',
  cancellation:
    "SELECT ended_by AS id, transaction_id AS of, output_index AS at FROM orders WHERE status = 'cancelled'",
  lock: 'SELECT transaction_id AS id, transaction_id AS of, output_index AS at FROM vestings',
  withdrawal: 'SELECT spent_by AS id, transaction_id AS of, output_index AS at FROM vestings',
} as const

test('what made or ended an order or a lock is accepted again by any process, also if its outputs are spent', async (t) => {
  const { node, all, unspent, setNode, submit } = await start(t, 'watching', 300)
  setNode(0)
  for (const [what, query] of Object.entries(MADE_OR_ENDED)) {
    const [{ id, of, at } = assert.fail(`each ${what} has an unspent output`)] = all<{
      readonly id: string
      readonly of: string
      readonly at: bigint
    }>(
      `SELECT lower(hex(id)) AS id, lower(hex(of)) AS of, at FROM (${query}) WHERE id NOT IN (SELECT hash FROM transactions)`,
    )
    const needed = [unspent, { transaction: of, index: Number(at) }]
    const refused = { code: 'ALREADY_SPENT', message: 'an input is spent', needed } as const
    node.says = { id, refused }
    assert.deepEqual(await submit(), [200, { txHash: id }], what)
    node.says = { id: ID, refused }
    assert.deepEqual(await submit(), [500, { cause: 'SERVER_ERROR', message: 'An input is spent' }], what)
  }
})

for (const [state, answers] of [
  ['connecting', ['NODE_AWAY', 'NODE_AWAY', 'NODE_AWAY', 'REFUSED']],
  ['waiting', ['NODE_AWAY', 'NODE_AWAY', 'NODE_AWAY', 'REFUSED']],
  ['watching', ['ALREADY_SPENT', 'ALREADY_SPENT', 'NODE_AWAY', 'REFUSED']],
  ['off', ['ALREADY_SPENT', 'ALREADY_SPENT', 'NODE_AWAY', 'REFUSED']],
] as const)
  test(`while the mempool is ${state}, an unknown transaction is called spent only if the service knows that an output is spent`, async (t) => {
    const { node, unspent, setNode, codeOf } = await start(t, state)
    setNode(0)
    const codes: unknown[] = []
    for (const [code, needed] of [
      ['ALREADY_SPENT', [unspent, { ...unspent, index: 999 }]],
      // The service cannot read the transaction.
      ['ALREADY_SPENT', []],
      // The transaction itself may be in a block that the models do not contain yet.
      ['ALREADY_SPENT', [unspent]],
      ['REFUSED', [unspent]],
    ] as const) {
      node.says = { refused: { code, message: 'no', needed } }
      codes.push(await codeOf())
    }
    assert.deepEqual(codes, answers)
  })

test('models that are behind the node may lack an output that is not spent', async (t) => {
  const { node, unspent, setNode, codeOf } = await start(t, 'watching')
  node.says = {
    refused: { code: 'ALREADY_SPENT', message: 'no', needed: [unspent, { ...unspent, index: 999 }] },
  }
  assert.equal(await codeOf(), 'NODE_AWAY', 'without a report')
  for (const [code, slots, report] of [
    ['NODE_AWAY', undefined, {}],
    ['NODE_AWAY', 20, {}],
    ['ALREADY_SPENT', 0, {}],
    ['ALREADY_SPENT', -1, {}],
    // The follower has lost the node, or the indexer has ended: the node may have newer blocks.
    ['NODE_AWAY', 0, { state: 'waiting' }],
    ['NODE_AWAY', 0, { at: Date.now() - 60_000 }],
  ] as const) {
    setNode(slots, report)
    assert.equal(await codeOf(), code, JSON.stringify([slots, report]))
  }
})
