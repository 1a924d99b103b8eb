import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatAddress } from '../../schema/codecs/address.ts'
import { cborBytes, cborInteger, cborList, cborMap } from '../../schema/codecs/cbor-write.ts'
import contracts from '../../schema/config/networks/mainnet/contracts.json' with { type: 'json' }
import protocol from '../../schema/config/networks/mainnet/protocol-config.json' with { type: 'json' }
import { type CurvePool, encodeCurvePool } from '../../schema/launchpad/datums/curve-pool.ts'
import { ADA } from '../../schema/primitives.ts'
import { ON_CURVE } from '../../tests/e2e/page/testing/page-server.ts'
import { WALLET } from '../../tests/e2e/page/testing/sample-state.ts'
import {
  assetsOf,
  COIN,
  changeOf,
  coinOf,
  NFT,
  OWN,
  outputOf,
  POOL_TERMS,
  type SampleOutput,
  type SampleTransaction,
  SCRIPT,
  transactionOf,
} from '../../tests/e2e/page/testing/sample-transactions.ts'
import { checkLaunch, checkReturn, POOLS } from './check-return.ts'

const ORDER = `${'cd'.repeat(32)}:0`
const INPUTS = [ORDER, `${COIN.transaction}:${COIN.index}`]
const THIEF = `60${'aa'.repeat(28)}`
const signer = { address: WALLET.address, coins: [coinOf(5_000_000n)] }
const back = { address: OWN, lovelace: 2_600_000n, asset: ON_CURVE, quantity: 980_000n }
const honest: SampleTransaction = { inputs: INPUTS, outputs: [back, changeOf(5_000_000n)] }
const shown = { of: ORDER, asset: ON_CURVE, quantity: 980_000n, to: WALLET.address }

const said = (reason: string) => ({
  message: `The transaction is not what was shown: ${reason}. Nothing was signed`,
})

test('what comes back from an order or a lock is said in one sentence', () => {
  assert.equal(
    checkReturn(transactionOf(honest), shown, signer),
    '₳0.171 leave the wallet for the network. All that is locked comes back.',
  )
})

test('a return that does anything else is refused', () => {
  for (const [reason, lie] of [
    ['it does not spend what it is about', { inputs: INPUTS.slice(1) }],
    ['it spends an output that is not of this wallet', { inputs: [...INPUTS, `${'ab'.repeat(32)}:0`] }],
    ['it pays to an address that is not of this wallet', { outputs: [{ ...back, address: THIEF }] }],
    [
      'it pays to an address that is not of this wallet',
      { outputs: [back, { ...changeOf(5_000_000n), address: THIEF }] },
    ],
    ['less comes back', { outputs: [{ ...back, quantity: 979_999n }] }],
    ['its fee for the network is too high', { fee: 4_000_001n }],
    [
      'it mints',
      { more: { 9: cborMap([[cborBytes('ab'.repeat(28)), cborMap([[cborBytes('00'), cborInteger(1)]])]]) } },
    ],
  ] as const)
    assert.throws(() => checkReturn(transactionOf({ ...honest, ...lie }), shown, signer), said(reason))
  const absent = { ...shown, asset: `${'ab'.repeat(28)}.00`, quantity: 1n }
  assert.throws(() => checkReturn(transactionOf(honest), absent, signer), said('less comes back'))
  const ada = { ...shown, asset: ADA, quantity: 2_600_001n }
  assert.throws(() => checkReturn(transactionOf(honest), ada, signer), said('less comes back'))
  const pledge = { 13: cborList([cborList([cborBytes(COIN.transaction), cborInteger(COIN.index)])]) }
  const pledging = (lovelace: bigint, fee?: bigint) =>
    checkReturn(transactionOf({ ...honest, more: pledge, ...(fee !== undefined && { fee }) }), shown, {
      ...signer,
      coins: [coinOf(lovelace)],
    })
  assert.throws(() => pledging(10_000_001n), said('it pledges too much collateral'))
  assert.ok(pledging(10_000_000n, 4_000_000n))
})

test('collateral may have any amount if the rest goes back to its own address, which may be another one of the wallet', () => {
  const other = `${OWN.slice(0, 2)}${'bb'.repeat((OWN.length - 2) / 2)}`
  const pledged = coinOf(50_000_000n, undefined, undefined, 1).replace(OWN, other)
  const pledging = (address: string, lovelace: bigint) => {
    const returned = cborMap([
      [cborInteger(0), cborBytes(address)],
      [cborInteger(1), cborInteger(lovelace)],
    ])
    const more = { 13: cborList([cborList([cborBytes(COIN.transaction), cborInteger(1)])]), 16: returned }
    const wallet = { ...signer, coins: [...signer.coins, pledged] }
    return checkReturn(transactionOf({ ...honest, more }), shown, wallet)
  }
  assert.ok(pledging(other, 40_000_000n))
  for (const [address, lovelace] of [
    [other, 39_999_999n],
    [THIEF, 49_000_000n],
  ] as const)
    assert.throws(() => pledging(address, lovelace), said('it pledges too much collateral'))
})

test('collateral that the page does not know is refused if the wallet gave its own', () => {
  const pledge = (transaction: string, index: number) =>
    transactionOf({
      ...honest,
      more: { 13: cborList([cborList([cborBytes(transaction), cborInteger(index)])]) },
    })
  const unknown = pledge('99'.repeat(32), 7)
  const giving = { ...signer, givesCollateral: true }
  assert.throws(
    () => checkReturn(unknown, shown, giving),
    said('it pledges an output that the wallet did not give'),
  )
  assert.ok(checkReturn(pledge(COIN.transaction, COIN.index), shown, giving))
  // The collateral of the service.
  assert.ok(checkReturn(unknown, shown, signer))
})

test('tokens in collateral are refused unless they come back, since a failing script would give them to the address of the return', () => {
  const [asset, quantity] = [ON_CURVE, 7n]
  const wallet = { ...signer, coins: [...signer.coins, coinOf(2_000_000n, asset, quantity, 1)] }
  const pledge = cborList([cborList([cborBytes(COIN.transaction), cborInteger(1)])])
  const pledging = (returned?: SampleOutput) => {
    const more = { 13: pledge, ...(returned && { 16: outputOf(returned) }) }
    return checkReturn(transactionOf({ ...honest, more }), shown, wallet)
  }
  const whole = { address: OWN, lovelace: 1_200_000n, asset, quantity }
  assert.ok(pledging(whole))
  for (const returned of [undefined, { ...whole, address: THIEF }, { ...whole, quantity: 6n }])
    assert.throws(() => pledging(returned), said('it pledges tokens as collateral'))
})

test('what the service names as the address of an order must have the key of the wallet', () => {
  const stolen = {
    ...honest,
    outputs: [
      { ...back, address: THIEF },
      { ...changeOf(5_000_000n), address: THIEF },
    ],
  }
  const to = formatAddress(THIEF)
  assert.throws(
    () => checkReturn(transactionOf(stolen), { ...shown, to }, signer),
    said('it pays back to another wallet'),
  )
})

test('the change of a return stays at the address of the wallet, since the other address may have the stake key of a thief', () => {
  const to = `00${OWN.slice(2, 58)}${'aa'.repeat(28)}`
  const stolen = { ...shown, to: formatAddress(to) }
  const check = (outputs: readonly SampleOutput[], coins = signer.coins) =>
    checkReturn(transactionOf({ inputs: INPUTS, outputs }), stolen, { ...signer, coins })
  const returned = { ...back, address: to }
  const change = changeOf(5_000_000n)
  assert.ok(check([returned, change]))
  // All that comes back from the contract may go to the address that the order names.
  assert.ok(check([{ ...returned, lovelace: 1n }, change]))
  for (const outputs of [
    [returned, { ...change, address: to }],
    [
      { ...returned, lovelace: returned.lovelace + 1n },
      { ...change, lovelace: change.lovelace - 1n },
    ],
  ])
    assert.throws(() => check(outputs), said('its change leaves the wallet'))
  const coins = [coinOf(5_000_000n, ON_CURVE, 7n)]
  const tokens = { asset: ON_CURVE, quantity: 7n }
  assert.ok(check([returned, { ...change, ...tokens }], coins))
  for (const quantity of [0n, 6n])
    assert.throws(
      () =>
        check(
          [
            { ...returned, quantity: 980_007n - quantity },
            { ...change, ...tokens, quantity },
          ],
          coins,
        ),
      said('its change leaves the wallet'),
    )
})

const { aNum, bNum, adaCap } = POOL_TERMS
const tier = { aNum, bNum, adaCap }
const pool = (lovelace: bigint, bought: bigint, address = `70${SCRIPT}`, of = POOL_TERMS): SampleOutput => ({
  address,
  lovelace,
  asset: ON_CURVE,
  quantity: 1_000_000_000n - bought,
  nft: NFT,
  datum: encodeCurvePool(of, 'definite'),
})
/** The wallet has ₳200. The first purchase is 50 million tokens for ₳100. */
const launchOf = (paid: bigint, bought: bigint, change: bigint): SampleTransaction => ({
  outputs: [pool(paid, bought), { address: OWN, lovelace: change, asset: ON_CURVE, quantity: bought }],
  more: { 9: assetsOf([ON_CURVE, 1_000_000_000n], [NFT, 1n]) },
})
const launcher = { address: WALLET.address, coins: [coinOf(200_000_000n)] }
const shownLaunch = {
  pool: 103_000_000n,
  fee: 1_500_000n,
  tokens: 50_000_000n,
  tier,
  name: '\0\0\0\x02\0\0\0\x02',
  network: 'devnet',
}
const built = (transaction: SampleTransaction) => ({ ...transactionOf(transaction), assetId: ON_CURVE })

test('a launch is said in one sentence, and one that pays more or buys less is refused', () => {
  assert.equal(
    checkLaunch(built(launchOf(104_500_000n, 50_000_000n, 95_329_000n)), shownLaunch, launcher),
    '₳104.5 leave the wallet for the launch, and ₳0.171 for the network. 50,000,000 tokens come.',
  )
  for (const [reason, lie] of [
    ['more ADA leave the wallet', launchOf(110_500_001n, 50_000_000n, 89_328_999n)],
    ['fewer tokens are bought', launchOf(104_500_000n, 49_999_999n, 95_329_000n)],
    ['its amounts do not add up', launchOf(104_500_000n, 50_000_000n, 95_328_999n)],
  ] as const)
    assert.throws(() => checkLaunch(built(lie), shownLaunch, launcher), said(reason))
  const token = coinOf(200_000_000n, `${'ab'.repeat(28)}.00`, 1n)
  const vanishing = () =>
    checkLaunch(built(launchOf(104_500_000n, 50_000_000n, 95_329_000n)), shownLaunch, {
      ...launcher,
      coins: [token],
    })
  assert.throws(vanishing, said('its amounts do not add up'))
})

const launching = (network: string, ...outputs: readonly SampleOutput[]): string => {
  const honest = launchOf(104_500_000n, 50_000_000n, 95_329_000n)
  const [, own] = honest.outputs
  const transaction = { ...honest, outputs: [...outputs, ...(own ? [own] : [])] }
  return checkLaunch(built(transaction), { ...shownLaunch, network }, launcher)
}
const { launchAsset } = contracts.contracts
const real = `30${launchAsset.hash}${'ee'.repeat(28)}`
const fee = { address: THIEF, lovelace: 1_500_000n }

test('the first purchase of a launch is in a pool of the contract that the page knows', () => {
  for (const network of ['mainnet', 'preprod'])
    assert.ok(launching(network, fee, pool(103_000_000n, 50_000_000n, real)))
  assert.ok(launching('devnet', fee, pool(103_000_000n, 50_000_000n)))
  const { datum: _, ...lost } = pool(103_000_000n, 50_000_000n)
  for (const [network, ...outputs] of [
    ['mainnet', fee, pool(103_000_000n, 50_000_000n)],
    ['devnet', fee, pool(103_000_000n, 50_000_000n, THIEF)],
    ['devnet', fee, lost],
    ['devnet', fee, { ...lost, datum: 'd87980' }],
    [
      'devnet',
      fee,
      pool(103_000_000n, 50_000_000n, undefined, { ...POOL_TERMS, nft: `${'ab'.repeat(28)}.01` }),
    ],
    ['devnet', fee, pool(103_000_000n, 50_000_000n, undefined, { ...POOL_TERMS, nft: ON_CURVE })],
    ['devnet', { ...fee, lovelace: 101_500_000n }, pool(3_000_000n, 50_000_000n)],
    ['devnet', { ...fee, asset: ON_CURVE, quantity: 1n }, pool(103_000_000n, 50_000_001n)],
  ] as const)
    assert.throws(() => launching(network, ...outputs), said('the first purchase is not in a pool'))
})

test('the pool of a launch has the curve that was shown, and on public networks the launchpad alone may empty it', () => {
  const opening = (network: string, lie: Partial<CurvePool>) => () =>
    launching(network, fee, pool(103_000_000n, 50_000_000n, real, { ...POOL_TERMS, ...lie }))
  for (const lie of [
    { aNum: 1n },
    { bNum: 1n },
    { adaCap: tier.adaCap + 1n },
    { token: `${'ab'.repeat(28)}.00` },
  ])
    assert.throws(opening('devnet', lie), said('its pool has another curve'))
  const other = 'ab'.repeat(28)
  for (const lie of [{ adminWitness: other }, { factoryWitness: other }]) {
    for (const network of ['mainnet', 'preprod'])
      assert.throws(opening(network, lie), said('other scripts may empty its pool'))
    assert.ok(opening('devnet', lie)())
  }
  assert.ok(opening('mainnet', { permittedExecutor: other })())
  const { adminWitness: admin, factoryWitness: factory } = protocol.parameters
  for (const network of ['mainnet', 'preprod'])
    assert.deepEqual(POOLS[network], { contract: launchAsset.hash, admin, factory })
})

test('a launch mints all tokens of the typed name, their description and the NFT of the pool, and nothing else', () => {
  const [policy] = ON_CURVE.split('.')
  const description = `${policy}.4d`
  const minting = (emission: bigint, ...others: readonly (readonly [string, bigint])[]) => {
    const { quantity = 0n, ...rest } = pool(103_000_000n, 50_000_000n)
    const honest = launchOf(104_500_000n, 50_000_000n, 95_329_000n)
    const opened = { ...rest, quantity: quantity + emission - 1_000_000_000n }
    const thief = others.map(([asset, quantity]) => ({ ...fee, lovelace: 0n, asset, quantity }))
    const outputs = [fee, opened, ...honest.outputs.slice(1), ...thief]
    const minted = [[ON_CURVE, emission], [NFT, 1n], ...others] as const
    return built({ outputs, more: { 9: assetsOf(...minted) } })
  }
  const check = (launched: ReturnType<typeof built>, name = shownLaunch.name) =>
    checkLaunch(launched, { ...shownLaunch, name }, launcher)
  assert.ok(check(minting(1_000_000_000n)))
  assert.ok(check(minting(1_000_000_000n, [description, 1n])))
  for (const emission of [999_999_999n, 1_000_000_001n])
    assert.throws(() => check(minting(emission)), said('another number of tokens is minted'))
  const other = `${'ab'.repeat(28)}.4d59`
  for (const others of [
    [[description, 2n]],
    [[other, 1n]],
    [
      [description, 1n],
      [`${policy}.4e`, 1n],
    ],
  ] as const)
    assert.throws(() => check(minting(1_000_000_000n, ...others)), said('it mints something else as well'))
  assert.throws(() => check(minting(1_000_000_000n), 'Other'), said('the token has another name'))
})

test("a launch gives the wallet's tokens and change to an output with only amounts", () => {
  const honest = launchOf(104_500_000n, 50_000_000n, 95_329_000n)
  const outputs = honest.outputs.map((output, at) => (at === 1 ? { ...output, datum: 'd87980' } : output))
  assert.throws(
    () => checkLaunch(built({ ...honest, outputs }), shownLaunch, launcher),
    said('it pays to an address that is not of this wallet'),
  )
})
