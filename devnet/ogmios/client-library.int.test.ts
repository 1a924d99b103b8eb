// Every query of Ogmios' reference library, `@cardano-ogmios/client`, against a devnet, with whole responses. Queries that the library
// lacks are sent over HTTP. The responses to those queries are empty, since the ledger has no stake pools and no votes.
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { createLedgerStateQueryClient, getServerHealth } from '@cardano-ogmios/client'
import { bech32, hex } from '@scure/base'
import { Ledger } from '../ledger/ledger.ts'
import { START, testLedger } from '../ledger/testing/test-ledger.ts'
import { connectClient } from '../testing/connector.ts'
import { serveChain } from '../testing/test-server.ts'
import { ledgerMethods } from './ledger-methods.ts'

/** A script's reward account, as in the devnet's genesis. */
const SCRIPT = 'ab'.repeat(28)

const KEY = 'cd'.repeat(28)
const POOL = bech32.encodeFromBytes('pool', hex.decode(KEY))
const DELEGATE = bech32.encodeFromBytes('drep_vkh', hex.decode(KEY))
const NOTHING = { ada: { lovelace: 0 } }
const CONSTITUTION = { metadata: { url: '', hash: '00'.repeat(32) }, guardrails: null }

const serve = async (t: TestContext) => {
  const { chain, clock } = testLedger()
  const ledger = new Ledger({ chain, clock: () => clock.now, start: START, accounts: [`f0${SCRIPT}`] })
  const options = { networkStart: START, methods: ledgerMethods(ledger) }
  const { server } = await serveChain(t, chain, options)
  const post = async (request: object) => {
    const response = await fetch(server.url.replace('ws', 'http'), {
      method: 'POST',
      body: JSON.stringify({ jsonrpc: '2.0', ...request }),
    })
    return [response.status, Object(await response.json())] as const
  }
  return { ledger, chain, server, connect: () => connectClient(t, server.port), post }
}

const plain = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (_, item) => (typeof item === 'bigint' ? Number(item) : item)))

const bound = (epoch: number) => ({ time: { seconds: epoch * 86_400 }, slot: epoch * 86_400, epoch })

test('the queries of the ledger: time, accounts, stake and votes', async (t) => {
  const { ledger, connect } = await serve(t)
  const client = await createLedgerStateQueryClient(await connect())
  const { point } = ledger.makeBlock()
  const parameters = { epochLength: 86_400, slotLength: { milliseconds: 1000 }, safeZone: 129_600 }
  const [script, key] = [{ scripts: [SCRIPT, KEY] }, { keys: [SCRIPT, KEY] }]
  const answers = {
    epoch: await client.epoch(),
    eraStart: await client.eraStart(),
    eraSummaries: await client.eraSummaries(),
    ledgerTip: await client.ledgerTip(),
    scripts: await client.rewardAccountSummaries(script),
    keys: await client.rewardAccountSummaries(key),
    liveStakeDistribution: await client.liveStakeDistribution(),
    projectedRewards: await client.projectedRewards({ ...script, stake: [{ ada: { lovelace: 5n } }] }),
    stakePools: [await client.stakePools(), await client.stakePools([{ id: POOL }, { id: KEY }], true)],
    stakePoolsPerformances: await client.stakePoolsPerformances(),
    constitution: await client.constitution(),
    governanceProposals: [
      await client.governanceProposals(),
      await client.governanceProposals([{ transaction: { id: '00'.repeat(32) }, index: 0 }]),
    ],
  }
  assert.deepEqual(plain(answers), {
    epoch: 0,
    eraStart: bound(0),
    // The six eras before Conway contain no slots. The ledger is certain of Conway for an epoch and a half.
    eraSummaries: [
      ...Array(6).fill({ start: bound(0), end: bound(0), parameters }),
      { start: bound(0), end: bound(2), parameters },
    ],
    ledgerTip: point,
    scripts: [
      { from: 'script', credential: SCRIPT, rewards: NOTHING, deposit: { ada: { lovelace: 2_000_000 } } },
    ],
    keys: [],
    liveStakeDistribution: {},
    projectedRewards: { 5: {}, [SCRIPT]: {}, [KEY]: {} },
    stakePools: [{}, {}],
    stakePoolsPerformances: {
      desiredNumberOfStakePools: 500,
      stakePoolPledgeInfluence: '3/10',
      totalRewardsInEpoch: NOTHING,
      activeStakeInEpoch: NOTHING,
      totalStakeInEpoch: NOTHING,
      stakePools: {},
    },
    constitution: CONSTITUTION,
    governanceProposals: [[], []],
  })
})

test('the queries of the network, and the genesis of each era', async (t) => {
  const { ledger, chain, connect } = await serve(t)
  const context = await connect()
  const client = await createLedgerStateQueryClient(context)
  assert.deepEqual([await client.networkBlockHeight(), await client.networkTip()], ['origin', 'origin'])
  const { point } = ledger.makeBlock()
  assert.deepEqual([await client.networkBlockHeight(), await client.networkTip()], [0, point])
  assert.deepEqual(await client.networkStartTime(), new Date(START))
  const health = await getServerHealth({ connection: context.connection })
  assert.deepEqual([health.lastKnownTip, health.currentEra], [chain.tip, 'conway'])

  const parameters = await client.protocolParameters()
  const { plutusCostModels: models, ...rest } = parameters
  const [startTime, networkMagic, securityParameter] = [
    `${new Date(START).toISOString().slice(0, 19)}Z`,
    42,
    2160,
  ]
  const byron = await client.genesisConfiguration('byron')
  const { updatableParameters: old, ...ofByron } = byron
  assert.deepEqual(plain(ofByron), {
    era: 'byron',
    genesisKeyHashes: [],
    genesisDelegations: {},
    startTime,
    initialFunds: {},
    initialVouchers: {},
    securityParameter,
    networkMagic,
  })
  assert.deepEqual(
    [old?.minFeeCoefficient, plain(old?.minFeeConstant), plain(old?.maxBlockBodySize)],
    [44, { ada: { lovelace: 155_381 } }, { bytes: 2_000_000 }],
  )
  assert.deepEqual(plain(await client.genesisConfiguration('shelley')), {
    era: 'shelley',
    startTime,
    networkMagic,
    network: 'testnet',
    activeSlotsCoefficient: '1/20',
    securityParameter,
    epochLength: 86_400,
    slotsPerKesPeriod: 129_600,
    maxKesEvolutions: 62,
    slotLength: { milliseconds: 1000 },
    updateQuorum: 1,
    maxLovelaceSupply: 45_000_000_000_000_000,
    initialParameters: plain(parameters),
    initialDelegates: [],
    initialFunds: {},
    initialStakePools: { stakePools: {}, delegators: {} },
  })
  const some = (names: readonly (keyof typeof rest)[]) =>
    Object.fromEntries(names.map((name) => [name, rest[name]]))
  assert.deepEqual(plain(await client.genesisConfiguration('alonzo')), {
    era: 'alonzo',
    updatableParameters: plain({
      ...some(['minUtxoDepositCoefficient', 'scriptExecutionPrices', 'maxExecutionUnitsPerTransaction']),
      ...some(['maxExecutionUnitsPerBlock', 'maxValueSize', 'collateralPercentage', 'maxCollateralInputs']),
      plutusCostModels: { 'plutus:v1': models?.['plutus:v1'] },
    }),
  })
  assert.deepEqual(plain(await client.genesisConfiguration('conway')), {
    era: 'conway',
    constitution: CONSTITUTION,
    constitutionalCommittee: { members: [], quorum: '0/1' },
    updatableParameters: plain({
      ...some([
        'stakePoolVotingThresholds',
        'delegateRepresentativeVotingThresholds',
        'minFeeReferenceScripts',
      ]),
      ...some([
        'constitutionalCommitteeMinSize',
        'constitutionalCommitteeMaxTermLength',
        'governanceActionLifetime',
      ]),
      ...some([
        'governanceActionDeposit',
        'delegateRepresentativeDeposit',
        'delegateRepresentativeMaxIdleTime',
      ]),
      plutusCostModels: { 'plutus:v3': models?.['plutus:v3'] },
    }),
  })
})

test('the parameters of the protocol', async (t) => {
  const client = await createLedgerStateQueryClient(await (await serve(t)).connect())
  const parameters = await client.protocolParameters()
  assert.deepEqual(
    [
      Object.keys(parameters).length,
      parameters.scriptExecutionPrices,
      Object.keys(parameters.plutusCostModels ?? {}),
    ],
    [33, { memory: '577/10000', cpu: '721/10000000' }, ['plutus:v1', 'plutus:v2', 'plutus:v3']],
  )
})

test('over HTTP: the queries that the library lacks', async (t) => {
  const { post } = await serve(t)
  const query = async (name: string, params?: object) => {
    const method = `queryLedgerState/${name}`
    const [status, { result, ...envelope }] = await post({ method, params, id: name })
    assert.deepEqual([status, envelope], [200, { jsonrpc: '2.0', method, id: name }])
    return result
  }
  const nobody = { stake: NOTHING, delegators: [] }
  const representatives = [
    { type: 'abstain', ...nobody },
    { type: 'noConfidence', ...nobody },
  ]
  assert.deepEqual(
    {
      constitutionalCommittee: await query('constitutionalCommittee'),
      delegateRepresentatives: await query('delegateRepresentatives'),
      asked: await query('delegateRepresentatives', { keys: [KEY, DELEGATE], scripts: [SCRIPT] }),
      nonces: await query('nonces'),
      operationalCertificates: await query('operationalCertificates'),
      rewardsProvenance: await query('rewardsProvenance'),
      treasuryAndReserves: await query('treasuryAndReserves'),
    },
    {
      constitutionalCommittee: { members: [], quorum: '0/1' },
      delegateRepresentatives: representatives,
      asked: representatives,
      nonces: {
        epochNonce: 'neutral',
        candidateNonce: 'neutral',
        evolvingNonce: 'neutral',
        lastEpochLastAncestor: 'neutral',
      },
      operationalCertificates: {},
      rewardsProvenance: {
        totalStake: NOTHING,
        activeStake: NOTHING,
        fees: NOTHING,
        incentives: NOTHING,
        treasuryTax: NOTHING,
        totalRewards: NOTHING,
        efficiency: '0/1',
        stakePools: {},
      },
      treasuryAndReserves: { treasury: NOTHING, reserves: NOTHING },
    },
  )
})

test('credentials in hex and bech32 are accounts; invalid parameters and unknown names are refused as by Ogmios', async (t) => {
  const { post } = await serve(t)
  const ask = async (method: string, params?: object) => {
    const [status, { result, error }] = await post({ method, params })
    return status === 200 ? result : [error.code, error.message]
  }
  const accounts = async (params: object) => {
    const found: unknown = await ask('queryLedgerState/rewardAccountSummaries', params)
    return Array.isArray(found) ? found.length : found
  }
  const bytes = hex.decode(SCRIPT)
  const address = bech32.encodeFromBytes('stake_test', Uint8Array.of(0xf0, ...bytes))
  const written = [SCRIPT.toUpperCase(), address, bech32.encodeFromBytes('script', bytes)]
  for (const text of written) assert.equal(await accounts({ scripts: [text] }), 1, text)
  // An address or a bech32 prefix states the kind. A hash in hex does not.
  assert.deepEqual(
    [await accounts({ keys: [address] }), await accounts({ keys: [SCRIPT] }), await accounts({})],
    [1, 0, 0],
  )
  const ledger = 'queryLedgerState'
  const item = (name: string, value: unknown) =>
    `Invalid request: "${name}" has an invalid item: ${JSON.stringify(value)}.`
  const refused: readonly (readonly [method: string, params: object, message: string])[] = [
    [`${ledger}/rewardAccountSummaries`, { keys: ['patate'] }, item('keys', 'patate')],
    [`${ledger}/rewardAccountSummaries`, { keys: [POOL] }, item('keys', POOL)],
    [`${ledger}/rewardAccountSummaries`, { scripts: 'ab' }, 'Invalid request: "scripts" must be a list.'],
    [`${ledger}/projectedRewards`, { stake: [5] }, item('stake', 5)],
    [`${ledger}/stakePools`, { stakePools: [{ id: address }] }, item('stakePools', { id: address })],
    [`${ledger}/stakePools`, { includeStake: 1 }, 'Invalid request: "includeStake" must be true or false.'],
    [`${ledger}/delegateRepresentatives`, { keys: [address] }, item('keys', address)],
    [`${ledger}/governanceProposals`, { proposals: [{}] }, item('proposals', {})],
    [`${ledger}/utxos`, {}, 'Invalid request: Error in $.params: unknown query name.'],
    ['queryNetwork/tips', {}, 'Invalid request: Error in $.params: unknown query name.'],
    [
      'SubmitTransaction',
      {},
      "Invalid request: unknown method in 'method' (beware names are case-sensitive).",
    ],
    [
      'queryNetwork/genesisConfiguration',
      { era: 'mary' },
      "Invalid request: Invalid era parameter. Only 'byron', 'shelley', 'alonzo', 'conway' and 'dijkstra' are supported.",
    ],
  ]
  for (const [method, params, message] of refused)
    assert.deepEqual(await ask(method, params), [-32_600, message])
  assert.deepEqual(
    await post({ method: 'queryNetwork/genesisConfiguration', params: { era: 'dijkstra' }, id: 1 }),
    [
      400,
      {
        jsonrpc: '2.0',
        method: 'queryNetwork/genesisConfiguration',
        error: {
          code: 2004,
          message: 'Failed to retrieve genesis configuration.',
          data: 'The devnet has no configuration of this era.',
        },
        id: 1,
      },
    ],
  )
  assert.deepEqual(await ask('queryLedgerState/dump', { to: '/tmp/state' }), [
    -32_603,
    'The devnet writes no files for its clients.',
  ])
})
