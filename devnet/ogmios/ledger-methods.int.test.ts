// The ledger behind the Ogmios server, used over a real socket through the client library that applications use.
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import {
  createChainSynchronizationClient,
  createLedgerStateQueryClient,
  createMempoolMonitoringClient,
  TransactionSubmission,
} from '@cardano-ogmios/client'
import { formatAddress } from '../../schema/codecs/address.ts'
import { buildBlock } from '../chain/build-block.ts'
import { Ledger } from '../ledger/ledger.ts'
import { writeTransaction } from '../ledger/testing/draft.ts'
import {
  ALICE,
  AT_FAILS,
  AT_PASSES,
  at,
  BOB,
  BOBS,
  FAILS,
  FORTY_TWO,
  HUGE,
  NOW,
  PASSES,
  PAYMENT,
  REFERENCE_SCRIPT,
  RICH,
  SPEND,
  START,
  scriptAddress,
  testLedger,
} from '../ledger/testing/test-ledger.ts'
import { connectClient, rejection } from '../testing/connector.ts'
import { RawClient } from '../testing/raw-client.ts'
import { serveChain, serveForTest } from '../testing/test-server.ts'
import { ledgerMethods } from './ledger-methods.ts'

const serve = async (t: TestContext) => {
  const { ledger, chain, clock } = testLedger()
  const { server } = await serveChain(t, chain, {
    networkStart: ledger.start,
    methods: ledgerMethods(ledger),
  })
  return { ledger, chain, clock, server, connect: () => connectClient(t, server.port) }
}

test('chain sync sees a submitted payment in a block', async (t) => {
  const { ledger, connect } = await serve(t)
  const seen: unknown[] = []
  const context = await connect()
  const arrived = new Promise<void>((resolve, reject) => {
    createChainSynchronizationClient(context, {
      rollForward: async ({ block, tip }, next) => {
        if ('transactions' in block)
          for (const { id, outputs } of block.transactions ?? []) seen.push({ id, outputs, tip })
        resolve()
        next()
      },
      rollBackward: async (_, next) => next(),
    })
      .then((client) => client.resume(['origin']))
      .catch(reject)
  })
  const id = await TransactionSubmission.submitTransaction(await connect(), writeTransaction(PAYMENT))
  const { point, height } = ledger.makeBlock()
  await arrived
  assert.deepEqual(seen, [
    {
      id,
      outputs: [
        { address: formatAddress(BOB.address), value: { ada: { lovelace: 10_000_000n } } },
        { address: formatAddress(ALICE.address), value: { ada: { lovelace: 89_800_000n } } },
      ],
      tip: { ...point, height },
    },
  ])
})

test('evaluation takes outputs in the JSON of a query', async (t) => {
  const { ledger, connect } = await serve(t)
  const context = await connect()
  const query = await createLedgerStateQueryClient(await connect())
  const [utxo] = await query.utxo({
    outputReferences: [{ transaction: { id: AT_PASSES.transaction }, index: AT_PASSES.index }],
  })
  assert.ok(utxo !== undefined)
  const reference = { transaction: 'b'.repeat(64), index: 0 }
  const cbor = writeTransaction({ ...SPEND, inputs: [RICH, reference] })
  const additional = { ...utxo, transaction: { id: reference.transaction }, index: 0 }
  const results = await TransactionSubmission.evaluateTransaction(context, cbor, [additional])
  const expected = ledger.evaluate(writeTransaction(SPEND))
  assert.ok('executionUnits' in expected)
  assert.deepEqual(
    results.map(({ validator, budget }) => [validator, BigInt(budget.memory), BigInt(budget.cpu)]),
    expected.executionUnits.map(({ memory, cpu }) => [{ index: 1, purpose: 'spend' }, memory, cpu]),
  )
})

/** From the tests of `@cardano-ogmios/client` 7.0.0. */
const [OF_UNKNOWN_INPUT, OF_MARY] = [
  '84A30081825820FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF7C00018182581D70C40F9129C2684046EB02325B96' +
    'CA2899A6FA6478C1DDE9B5C53206A51A00D59F800200A10581840000D8799F4D48656C6C6F2C20576F726C6421FF820000F5F6',
  '83a4008182582039786f186d94d8dd0b4fcf05d1458b18cd5fd8c6823364612f4a3c11b77e7cc700018282581d60f8a68cd18e59a6ace848155a' +
    '0e967af64f4d00cf8acee8adc95a6b0d1a05f5e10082581d60f8a68cd18e59a6ace848155a0e967af64f4d00cf8acee8adc95a6b0d1b000000d1' +
    '8635a3cf021a0002a331031878a10081825820eb94e8236e2099357fa499bfbc415968691573f25ec77435b7949f5fdfaa5da05840c8c0c016b7' +
    '14adb318a9495849c8ec647bc9742ef2b4cd03b9bc8694b65a42dbe3a2275ebcfe482c246fc8fbc34aa8dcebf18a4c3836b3ce8473e990d61c15' +
    '06f6',
]

test('submission errors reject with their codes and data', async (t) => {
  const { connect } = await serve(t)
  const context = await connect()
  const submit = (cbor: string) => rejection(TransactionSubmission.submitTransaction(context, cbor))
  const evaluate = (cbor: string) => rejection(TransactionSubmission.evaluateTransaction(context, cbor))
  const unknown = await submit(writeTransaction({ ...PAYMENT, inputs: [at(99)] }))
  assert.deepEqual(
    [unknown.code, unknown.data],
    [3117, { unknownOutputReferences: [{ transaction: { id: at(99).transaction }, index: 99 }] }],
  )
  const codes = [
    await submit(writeTransaction({ ...PAYMENT, signers: [BOB] })),
    await submit('zz'),
    await submit('80'),
    await evaluate('zz'),
    await evaluate('80'),
    await evaluate(writeTransaction({ ...SPEND, inputs: [RICH, AT_FAILS], scripts: [FAILS] })),
    await evaluate(OF_UNKNOWN_INPUT),
    await evaluate(OF_MARY),
    await submit(OF_MARY),
  ].map(({ code }) => code)
  assert.deepEqual(codes, [3101, -32_600, -32_602, -32_600, -32_602, 3010, 3010, 3001, 3005])
})

test('the UTxO set by address, by reference and whole', async (t) => {
  const { ledger, connect, server } = await serve(t)
  const client = await createLedgerStateQueryClient(await connect())
  const bobs = [
    {
      transaction: { id: BOBS.transaction },
      index: BOBS.index,
      address: formatAddress(BOB.address),
      value: { ada: { lovelace: 20_000_000n } },
    },
    {
      transaction: { id: REFERENCE_SCRIPT.transaction },
      index: REFERENCE_SCRIPT.index,
      address: formatAddress(BOB.address),
      value: { ada: { lovelace: 20_000_000n } },
      script: { language: 'plutus:v2', cbor: '4d01000033222220051200120011' },
    },
  ]
  assert.deepEqual(await client.utxo({ addresses: [formatAddress(BOB.address)] }), bobs)
  const references = [AT_PASSES, at(99)].map(({ transaction, index }) => ({
    transaction: { id: transaction },
    index,
  }))
  assert.deepEqual(await client.utxo({ outputReferences: references }), [
    {
      transaction: { id: AT_PASSES.transaction },
      index: AT_PASSES.index,
      address: formatAddress(scriptAddress(PASSES)),
      value: { ada: { lovelace: 5_000_000n } },
      datum: FORTY_TWO,
    },
  ])
  assert.equal((await client.utxo()).length, 12)
  // A snapshot includes a block, but not the mempool.
  ledger.submit(writeTransaction(PAYMENT))
  assert.equal((await client.utxo({ addresses: [formatAddress(BOB.address)] })).length, 2)
  ledger.makeBlock()
  assert.equal((await client.utxo({ addresses: [formatAddress(BOB.address)] })).length, 3)
  const raw = await RawClient.connect(server.url)
  t.after(() => raw.close())
  assert.ok((await raw.ask('queryLedgerState/utxo')).includes(`"68756765":${HUGE}}`))
  assert.match(await raw.ask('queryLedgerState/utxo', { addresses: ['nobody'] }), /"code":-32600/)
})

test('the mempool is watched', async (t) => {
  const { ledger, connect } = await serve(t)
  const client = await createMempoolMonitoringClient(await connect())
  assert.equal((await rejection(client.sizeOfMempool())).code, 4000)
  const submission = ledger.submit(writeTransaction(PAYMENT))
  assert.ok('id' in submission)
  const { id } = submission
  assert.equal(await client.acquireMempool(), NOW)
  assert.deepEqual(
    [await client.hasTransaction(id), await client.hasTransaction('0'.repeat(64))],
    [true, false],
  )
  assert.equal(await client.nextTransaction(), id)
  assert.equal(await client.nextTransaction(), null)
  const { transactions, currentSize } = await client.sizeOfMempool()
  assert.deepEqual([transactions.count, currentSize.bytes], [1, writeTransaction(PAYMENT).length / 2])
  await client.releaseMempool()
  assert.equal((await rejection(client.hasTransaction(id))).code, 4000)
})

test('each connection has a mempool of its own, and is told of the next one', async (t) => {
  const { ledger, connect } = await serve(t)
  const context = await connect()
  const client = await createMempoolMonitoringClient(context)
  assert.equal(await client.acquireMempool(), NOW)
  assert.equal(await client.nextTransaction(), null)
  const other = await createMempoolMonitoringClient(await connect())
  assert.equal((await rejection(other.sizeOfMempool())).code, 4000)
  assert.equal(await other.acquireMempool(), NOW)

  // A connection that waits for a changed mempool gets its reply after a submission on the same connection.
  const answered: string[] = []
  const next = client.acquireMempool().then(() => answered.push('mempool'))
  const query = await createLedgerStateQueryClient(context)
  await query.networkBlockHeight()
  assert.deepEqual(answered, [])
  const id = await TransactionSubmission.submitTransaction(context, writeTransaction(PAYMENT))
  await next
  assert.equal(await client.nextTransaction(), id)
  // The snapshot of the other connection is unchanged.
  assert.equal(await other.nextTransaction(), null)

  // A block also counts as a change, even if the mempool stays empty.
  await other.releaseMempool()
  await other.acquireMempool()
  assert.equal(await other.nextTransaction(), id)
  ledger.makeBlock()
  await Promise.all([client.acquireMempool(), other.acquireMempool()])
  assert.deepEqual([await client.nextTransaction(), await other.nextTransaction()], [null, null])
  const empty = other.acquireMempool()
  ledger.makeBlock()
  await empty
  assert.equal(await other.nextTransaction(), null)
})

test('nobody waits for a mempool after the connection ended', async (t) => {
  const { ledger, server } = await serve(t)
  const client = await RawClient.connect(server.url)
  await client.ask('acquireMempool')
  client.request('acquireMempool')
  client.request('acquireMempool')
  while (ledger.listenerCount('change') === 0) await new Promise(setImmediate)
  assert.equal(ledger.listenerCount('change'), 1)
  await client.close()
  while (ledger.listenerCount('change') > 0) await new Promise(setImmediate)
})

test('a state acquired stays as it was, through blocks and forks, until it is released', async (t) => {
  const { ledger, chain, connect } = await serve(t)
  const bobs = { addresses: [formatAddress(BOB.address)] }
  const before = ledger.makeBlock().point
  const at = async (client: Awaited<ReturnType<typeof createLedgerStateQueryClient>>) => ({
    tip: await client.ledgerTip(),
    epoch: await client.epoch(),
    bobs: (await client.utxo(bobs)).length,
  })
  ledger.submit(writeTransaction(PAYMENT))
  const paid = ledger.makeBlock(86_400 + NOW).point
  const client = await createLedgerStateQueryClient(await connect(), { point: before })
  const other = await createLedgerStateQueryClient(await connect())
  const earlier = { tip: before, epoch: 0, bobs: 2 }
  const later = { tip: paid, epoch: 1, bobs: 3 }
  assert.deepEqual([await at(client), await at(other)], [earlier, later])
  assert.deepEqual([await client.networkTip(), await client.networkBlockHeight()], [paid, 1])

  await client.acquireLedgerState(paid)
  ledger.rollBack(2)
  assert.deepEqual([await at(client), await at(other)], [later, { tip: 'origin', epoch: 0, bobs: 2 }])
  for (const point of [paid, { slot: 1, id: 'f'.repeat(64) }]) {
    const { code, data } = await rejection(client.acquireLedgerState(point))
    assert.deepEqual([code, data], [2000, 'The chain does not have this point, or no longer has it.'])
  }
  // An error does not change the acquired snapshot.
  assert.deepEqual(await at(client), later)
  await client.releaseLedgerState()
  assert.deepEqual((await at(client)).tip, chain.tipPoint)
  await client.acquireLedgerState('origin')
  ledger.makeBlock()
  assert.deepEqual(await at(client), { tip: 'origin', epoch: 0, bobs: 2 })
})

test('a state from before what the ledger can undo is too old', async (t) => {
  const { chain, clock } = testLedger()
  chain.append(buildBlock('genesis', { slot: 0 }))
  chain.append(buildBlock(chain.at(0) ?? 'genesis', { slot: 1 }))
  const ledger = new Ledger({ chain, clock: () => clock.now, start: START, undoBlocks: 1 })
  const { client } = await serveForTest(t, chain, { methods: ledgerMethods(ledger) })
  const [first, second] = [chain.pointAt(0), chain.pointAt(1)]
  const acquire = (point: unknown) => client.ask('acquireLedgerState', { point }, 1)
  const acquired = (point: unknown) =>
    `{"jsonrpc":"2.0","method":"acquireLedgerState","result":{"acquired":"ledgerState","point":${JSON.stringify(point)}},"id":1}`
  const tooOld =
    '{"jsonrpc":"2.0","method":"acquireLedgerState","error":{"code":2000,"message":"Failed to acquire requested point.","data":"The point is too old."},"id":1}'
  assert.equal(await acquire(second), acquired(second))
  assert.equal(await acquire(first), tooOld)
  const third = ledger.makeBlock().point
  ledger.makeBlock()
  assert.equal(await acquire(third), acquired(third))
  assert.equal(await acquire(second), tooOld)
  assert.equal(await acquire('origin'), tooOld)
  assert.equal(
    await acquire('yesterday'),
    '{"jsonrpc":"2.0","error":{"code":-32600,"message":"Invalid request: \\"point\\" must be \\"origin\\" or {\\"slot\\",\\"id\\"}."},"id":1}',
  )
})
