// Queries of the builder to a node over a real socket: how long responses are cached, and the error of each failure.
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { JSONRPCError, type Schema } from '@cardano-ogmios/client'
import { startDevnet } from '../../../devnet/devnet.ts'
import { contractReference, genesis, openingTransactions } from '../../../devnet/genesis.ts'
import { DEVNET_PARAMETERS, parametersJson } from '../../../devnet/ledger/parameters.ts'
import { ConnectionLost } from '../../../indexer/ogmios/connection.ts'
import { NodeLink } from '../../../indexer/ogmios/node-link.ts'
import { TEST_TIMEOUT_MS } from '../../../tests/kit/test-timeout.ts'
import type { BuildErrorCode } from '../build-error.ts'
import { ogmiosNode, readParameters } from './ogmios-node.ts'

const FIVE_MINUTES = 5 * 60_000

const begin = async (t: TestContext) => {
  const devnet = await startDevnet({ genesis, blockInterval: 0, onError: (error) => assert.fail(`${error}`) })
  const link = new NodeLink(devnet.url, TEST_TIMEOUT_MS)
  let now = 0
  t.after(async () => {
    link.close()
    await devnet.close()
  })
  const pass = (milliseconds: number): void => {
    now += milliseconds
  }
  return { devnet, link, node: ogmiosNode(link, () => now), pass }
}

const fails = (work: Promise<unknown>, code: BuildErrorCode, message: RegExp) =>
  assert.rejects(work, { name: 'BuildError', code, message })

const AWAY = /^The node does not answer now, try again later: /

test('parameters are as the ledger has them, and believed while the node is away', async (t) => {
  const { devnet, node, link, pass } = await begin(t)
  const { costModels, ...numbers } = await node.protocolParameters()
  for (const [name, value] of Object.entries(numbers))
    assert.deepEqual(value, Reflect.get(DEVNET_PARAMETERS, name), name)
  assert.deepEqual([...costModels], [...DEVNET_PARAMETERS.costModels])
  await devnet.close()
  pass(FIVE_MINUTES + 1)
  assert.deepEqual(await node.protocolParameters(), { ...numbers, costModels })
  await fails(ogmiosNode(link, () => 0).protocolParameters(), 'NODE_AWAY', AWAY)
})

test('after a refusal, the parameters are asked for again, since an epoch with others may have begun', async () => {
  const feeOf = async (): Promise<number> => (await node.protocolParameters()).minFeeCoefficient
  let ask: () => Promise<never>
  const node = ogmiosNode({ ask: () => ask() }, () => 0)
  const say = (minFeeCoefficient: number): void => {
    const parameters = JSON.parse(parametersJson({ ...DEVNET_PARAMETERS, minFeeCoefficient }))
    ask = () => Promise.resolve<never>(parameters)
  }
  const refuse = async (code: number, as: BuildErrorCode): Promise<void> => {
    ask = () => Promise.reject(new JSONRPCError(code, 'said', {}))
    await fails(node.submit('84'), as, /./)
  }
  say(44)
  assert.equal(await feeOf(), 44)
  await refuse(3117, 'ALREADY_SPENT')
  say(50)
  assert.equal(await feeOf(), 44)
  await refuse(3122, 'REFUSED')
  assert.equal(await feeOf(), 44)
  say(50)
  assert.equal(await feeOf(), 50)
})

test('transactions are measured, taken, and refused in words', async (t) => {
  const { devnet, node } = await begin(t)
  const [publication = '', gifts = ''] = openingTransactions
  assert.deepEqual(await node.evaluate(publication), [])
  await node.submit(publication)
  await node.submit(gifts)
  assert.equal(devnet.ledger.mempool.length, 2)
  await fails(
    node.submit(publication),
    'ALREADY_SPENT',
    /^BadInputsUTxO: an input is already spent or does not exist$/,
  )
  await fails(node.submit('84'), 'REFUSED', /^the node cannot read the transaction$/)
  await fails(
    node.evaluate('84'),
    'SCRIPT_FAILED',
    /^the scripts cannot run: the node cannot read the transaction$/,
  )
})

test('an evaluation of a transaction whose output is spent by now says so, in each form of Ogmios', async () => {
  const spent = { code: 3117, message: 'Unknown.', data: { unknownOutputReferences: [] } }
  const reason = `Unknown transaction input (missing from UTxO set): ${'ab'.repeat(32)}#0`
  const noContext = { code: 3004, message: 'Unable to create the evaluation context.', data: { reason } }
  const inside = (error: object) => ({
    code: 3010,
    message: 'Scripts terminated.',
    data: [{ validator: { index: 0, purpose: 'spend' }, error }],
  })
  const pointers = (purpose: string) => ({ extraneousRedeemers: [{ index: 0, purpose }] })
  const gone = { code: 3110, message: 'Extraneous.', data: pointers('spend') }
  const failing = { code: 3012, message: 'A script fails.', data: { validationError: 'no', traces: [] } }
  const evaluation = (error: object): Promise<unknown> => {
    const link = {
      ask: () => Promise.reject(new JSONRPCError(Object(error).code, 'said', Object(error).data)),
    }
    return ogmiosNode(link, () => 0).evaluate('84')
  }
  for (const error of [spent, noContext, inside(spent), inside(noContext), inside(gone)])
    await fails(evaluation(error), 'ALREADY_SPENT', /^BadInputsUTxO: an input is already spent/)
  for (const error of [
    { ...noContext, data: { reason: 'A pointer.' } },
    inside(failing),
    inside({ ...gone, data: pointers('mint') }),
    { ...spent, code: 3010, data: [] },
  ])
    await fails(evaluation(error), 'SCRIPT_FAILED', /^the scripts cannot run: said$/)
})

test('a query that Ogmios refuses, or an error that is no refusal, means that the node is away', async () => {
  const silent = ogmiosNode({ ask: () => Promise.resolve(JSON.parse('[]')[0]) }, () => 0)
  const reference = { transaction: 'ab'.repeat(32), index: 0 }
  await fails(silent.protocolParameters(), 'NODE_AWAY', /: Ogmios refused the query for protocol parameters$/)
  await fails(silent.utxos([reference]), 'NODE_AWAY', /: Ogmios refused the query for outputs$/)
  const broken = ogmiosNode({ ask: () => Promise.reject(new Error('a cut')) }, () => 0)
  for (const work of [broken.protocolParameters(), broken.utxos([reference]), broken.evaluate('84')])
    await fails(work, 'NODE_AWAY', /^The node does not answer now, try again later: a cut$/)
  await fails(broken.submit('84'), 'NODE_AWAY', /: a cut$/)
})

test("a node's mempool says in its own words that all inputs are spent", async () => {
  const submission = (error: string): Promise<unknown> => {
    const link = { ask: () => Promise.reject(new JSONRPCError(3997, 'Not added.', { error })) }
    return ogmiosNode(link, () => 0).submit('84')
  }
  await fails(
    submission('All inputs are spent. Transaction has probably already been included'),
    'ALREADY_SPENT',
    /^BadInputsUTxO: an input is already spent/,
  )
  await fails(submission('the mempool is full'), 'REFUSED', /^MempoolFailure/)
})

test('outputs that carry scripts are believed for five minutes', async (t) => {
  const { devnet, node, pass } = await begin(t)
  const reference = contractReference('instant-order')
  assert.deepEqual(await node.utxos([reference]), [])
  for (const transaction of openingTransactions) await node.submit(transaction)
  devnet.makeBlock()
  const found = devnet.ledger.utxo.get(reference) ?? assert.fail()
  const { address, lovelace, script: { language, cbor } = assert.fail() } = found.output
  const expected = [{ reference, output: { address, lovelace, assets: [], script: { language, cbor } } }]
  assert.deepEqual(await node.utxos([reference]), expected)
  await devnet.close()
  pass(FIVE_MINUTES - 1)
  assert.deepEqual(await node.utxos([reference]), expected)
  await fails(node.utxos([reference, { ...reference, index: 99 }]), 'NODE_AWAY', AWAY)
  pass(1)
  await fails(node.utxos([reference]), 'NODE_AWAY', AWAY)
})

test('a transaction on a link that breaks is handed in again', async (t) => {
  const { devnet, node } = await begin(t)
  const [publication = '', gifts = ''] = openingTransactions
  await node.submit(publication)
  devnet.faults.stall()
  const waiting = node.submit(gifts)
  devnet.faults.dropConnections()
  devnet.faults.resume()
  await waiting
  assert.equal(devnet.ledger.mempool.length, 2)
  await devnet.close()
  await fails(node.submit(gifts), 'NODE_AWAY', AWAY)
  await fails(node.evaluate(gifts), 'NODE_AWAY', AWAY)
})

test('a transaction that was taken without an answer is not called spent when the node refuses it the second time', async (t) => {
  const { devnet, link } = await begin(t)
  let isLossy = true
  const node = ogmiosNode(
    {
      ask: async (request) => {
        const result = await link.ask(request)
        if (!isLossy) return result
        isLossy = false
        throw new ConnectionLost('Ogmios did not answer within 10 s')
      },
    },
    () => 0,
  )
  const [publication = ''] = openingTransactions
  await fails(node.submit(publication), 'NODE_AWAY', /: Ogmios did not answer within 10 s$/)
  assert.equal(devnet.ledger.mempool.length, 1)
  await fails(node.submit(publication), 'ALREADY_SPENT', /^BadInputsUTxO/)
})

test('parameters of Ogmios 7 in Dijkstra are read like those of Ogmios 6 in Conway', () => {
  const { maxReferenceScriptsSize, ...good } = JSON.parse(parametersJson(DEVNET_PARAMETERS))
  const { costModels, ...numbers } = readParameters({ ...good, maxReferenceScriptsSize })
  const dijkstra = readParameters({
    ...good,
    maxReferenceScriptsSizePerTransaction: maxReferenceScriptsSize,
    maxReferenceScriptsSizePerBlock: { bytes: 1_048_576 },
    plutusCostModels: { ...good.plutusCostModels, 'plutus:v4': [1, 2, 3] },
    version: { major: 12, minor: 0 },
  })
  assert.deepEqual(dijkstra, { ...numbers, costModels: new Map([...costModels, [3, [1, 2, 3]]]) })
})

test('parameters that cannot be built with are an error that names them', () => {
  const good: Schema.ProtocolParameters = JSON.parse(parametersJson(DEVNET_PARAMETERS))
  assert.equal(readParameters(good).minFeeConstant, 155_381)
  const without = (change: Partial<Schema.ProtocolParameters>) => () => readParameters({ ...good, ...change })
  for (const name of [
    'scriptExecutionPrices',
    'plutusCostModels',
    'collateralPercentage',
    'maxCollateralInputs',
    'maxTransactionSize',
    'maxValueSize',
  ] as const)
    assert.throws(without({ [name]: undefined }), {
      name: 'SyntaxError',
      message: `the node's protocol parameters have no ${name}`,
    })
  assert.throws(without({ scriptExecutionPrices: { memory: '1/3', cpu: '721/10000000' } }), {
    message: 'the price 1/3 is not a short decimal',
  })
})
