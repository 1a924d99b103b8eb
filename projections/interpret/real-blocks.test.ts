// Recorded mainnet blocks: a launch with its neighbouring blocks, and twenty-five separate busy blocks. Their trades are computed here from
// JSON alone, without the project's codecs for orders and pools.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import {
  mainnetBusy as busy,
  MAINNET_BUSY_LAUNCHPAD,
  mainnetLaunch,
} from '../../fixtures/chains/recorded-chains.ts'
import { readFrame } from '../../indexer/ogmios/chain-sync.ts'
import { parseAddress, paymentCredential } from '../../schema/codecs/address.ts'
import { type CurveParams, soldTokens, spotPrice } from '../../schema/launchpad/curve.ts'
import { type CurvePool, decodeCurvePool } from '../../schema/launchpad/datums/curve-pool.ts'
import type { AssetId, OutputReference } from '../../schema/primitives.ts'
import { type Compared, type ComparedEvent, World } from './testing/interpreted.ts'

const linesOf = (path: string): string[] => gunzipSync(readFileSync(path)).toString().trimEnd().split('\n')

const eventsOf = (line: string, world = new World()): ComparedEvent[] => {
  const message = readFrame(line)
  return message.kind === 'forward' ? world.block(...message.block.transactions) : []
}

const HYDRA = 'ba17dfde8c19c239c19ef55982cf018f4c8d2f1d9c7dbfbca394f40a.4861696c204879647261'
const HYDRA_POOL: CurvePool = {
  nft: '63f947b8d9535bc4e4ce6919e3dc056547e8d30ada12f29aa5f826b8.57575e9b7a961d61d912708ea406d0f246e327c479db62dbb759d12a9aafb37f',
  token: HYDRA,
  aNum: 74_737_329_614n,
  bNum: 1_274_818n,
  permittedExecutor: '5cb2c968e5d1c7197a6ce7615967310a375545d9bc65063a964335b2',
  adaCap: 10_991_175_000n,
  adminWitness: '8807fbe6e36b1c35ad6f36f0993e2fc67ab6f2db06041cfa3a53c04a',
  factoryWitness: '44d3cb2be4d37239dfd22c2ba8a7eaaf68be16dd9369d36f2936e9f2',
}

const eventsIn = (path: string): ComparedEvent[] => {
  const world = new World()
  return linesOf(path).flatMap((line) => eventsOf(line, world))
}

const assertLaunch = (launched: ComparedEvent | undefined): void => {
  const transaction = '5cfaf853d0d79e3cd31dbebadb0cac02473f32f80f156b22362a1714eb0b9163'
  assert.deepEqual(launched, {
    kind: 'launched',
    transaction,
    pool: HYDRA_POOL.nft,
    token: HYDRA,
    output: { transaction, index: 2 },
    reserves: { lovelace: 503_000_000n, tokens: 789_656_024n },
    price: spotPrice(HYDRA_POOL, 210_343_976n),
    fees: null,
    datum: HYDRA_POOL,
    tier: '42k',
    initialPrice: { numerator: 1_274_818n * 10n ** 27n, denominator: 10n ** 33n },
    info: {
      ticker: 'Hydra',
      logoCid: 'QmXFXDACcQySZ4iijEvz6rPN2LnkKW82Azyea2DptK5Fym',
      description:
        'Roaring like a Hydra on Cardano! Unleashing the power of nine colors to bring good fortune this September',
      hyped: false,
      assetType: 'Meme',
      author: {
        paymentKey: 'd4f05bd13965ce0c52b9c5ab264bad0ccb054e7d552f8dd1763548be',
        stakeKey: '0cdd9907e35671296cc54499c7d1717fd5667dd5c325a4d9ece5c27b',
      },
      socials: { twitter: null, discord: null, telegram: null, website: null },
      output: null,
    },
  })
}

const assertPurchase = (trade: ComparedEvent | undefined): void => {
  assert.ok(trade?.kind === 'traded')
  const { side, lovelace, tokens, order, launchBuyer, priceBefore } = trade
  assert.deepEqual([side, lovelace, tokens], ['buy', 500_000_000n, 210_343_976n])
  assert.deepEqual(order, { transaction: trade.transaction, index: 3 })
  assert.equal(launchBuyer?.slice(2, 58), 'd4f05bd13965ce0c52b9c5ab264bad0ccb054e7d552f8dd1763548be')
  assert.deepEqual(priceBefore, { numerator: 1_274_818n * 10n ** 27n, denominator: 10n ** 33n })
}

const isLaunch = ({ kind }: ComparedEvent): boolean => kind === 'launched'

test('the blocks around a launch hold it, and six orders for other tokens', () => {
  const events = eventsIn(mainnetLaunch.path)
  assertLaunch(events.find(isLaunch))
  const others = events.filter((event) => !isLaunch(event))
  assert.deepEqual(others.map(({ kind }) => kind).sort(), [...Array(6).fill('orderPlaced'), 'traded'])
  assertPurchase(others.find(({ kind }) => kind === 'traded'))
})

interface Output {
  readonly address: string
  readonly value: Readonly<Record<string, Readonly<Record<string, number>>>>
  readonly datum?: string
}
interface Transaction {
  readonly id: string
  readonly spends: string
  readonly inputs: readonly { readonly transaction: { readonly id: string }; readonly index: number }[]
  readonly outputs: readonly Output[]
}

const CURVE_SCRIPT = '905ab869961b094f1b8197278cfe15b45cbe49fa8f32c6b014f85a2d'
const LIMIT_ORDER_SCRIPT = '464eeee89f05aff787d40045af2a40a83fd96c513197d32fbc54ff02'
const POOL_NFT_POLICY = '63f947b8d9535bc4e4ce6919e3dc056547e8d30ada12f29aa5f826b8'
/** Tier "69k", as every curve in these blocks. */
const TIER_69K: CurveParams = { aNum: 122_525_779_519n, bNum: 2_545_182n }

const isAt = (script: string, { address }: Output): boolean =>
  address.startsWith('addr') && paymentCredential(parseAddress(address))?.hash === script

interface RawPool {
  readonly pool: AssetId
  readonly token: AssetId
  readonly lovelace: bigint
  readonly tokens: bigint
}

/** Found by address and assets: the NFT, and one other asset. */
const rawPool = (output: Output): RawPool | undefined => {
  const [nft] = Object.keys(output.value[POOL_NFT_POLICY] ?? {})
  if (nft === undefined || !isAt(CURVE_SCRIPT, output)) return undefined
  const tokens = Object.entries(output.value).filter(
    ([policy]) => policy !== 'ada' && policy !== POOL_NFT_POLICY,
  )
  const [policy, names] = tokens[0] ?? assert.fail('no token')
  const [name, quantity] = Object.entries(names)[0] ?? assert.fail('no token')
  assert.ok(tokens.length === 1 && Number.isSafeInteger(quantity))
  return {
    pool: `${POOL_NFT_POLICY}.${nft}`,
    token: `${policy}.${name}`,
    lovelace: BigInt(output.value.ada?.lovelace ?? 0),
    tokens: BigInt(quantity),
  }
}

/** The pool's change with the fee of 1 %, rounded down: added to a buyer's payment, subtracted from a seller's proceeds. */
const exchanged = (
  before: RawPool,
  after: RawPool,
): Pick<Compared<'traded'>, 'side' | 'lovelace' | 'tokens'> => {
  const lovelace = after.lovelace - before.lovelace
  const tokens = after.tokens - before.tokens
  return lovelace > 0n
    ? { side: 'buy', lovelace: (lovelace * 100n + 98n) / 99n, tokens: -tokens }
    : { side: 'sell', lovelace: -lovelace - -lovelace / 100n, tokens }
}

const adaOf = (output: Output | undefined): bigint => BigInt(output?.value.ada?.lovelace ?? 0)

/** A trade if the same block created the pool's previous UTxO, else an adoption. */
const expectedOf = (transactions: readonly Transaction[]): ComparedEvent[] => {
  const outputs = new Map<string, Output>()
  const events: ComparedEvent[] = []
  for (const { id, spends, inputs, outputs: madeOutputs } of transactions) {
    if (spends !== 'inputs') continue
    const spent = inputs.map(({ transaction, index }) => ({
      reference: { transaction: transaction.id, index } satisfies OutputReference,
      output: outputs.get(`${transaction.id}#${index}`),
    }))
    for (const [index, output] of madeOutputs.entries()) {
      outputs.set(`${id}#${index}`, output)
      const after = rawPool(output)
      if (after === undefined) continue
      const state = {
        transaction: id,
        pool: after.pool,
        token: after.token,
        output: { transaction: id, index },
        reserves: { lovelace: after.lovelace, tokens: after.tokens },
        price: spotPrice(TIER_69K, soldTokens(after.tokens)),
        fees: null,
        venue: 'curve' as const,
      }
      const before = spent
        .map((each) => each.output && rawPool(each.output))
        .find((pool) => pool?.pool === after.pool)
      if (before === undefined) {
        const datum = decodeCurvePool(output.datum ?? '') ?? assert.fail('no datum')
        events.push({ kind: 'adopted', ...state, datum, tier: '69k', ammPool: null })
        continue
      }
      const orders = spent.flatMap(({ output: spentOutput, reference }, place) =>
        spentOutput !== undefined && isAt(LIMIT_ORDER_SCRIPT, spentOutput)
          ? [
              {
                reference,
                lost: adaOf(spentOutput) - adaOf(madeOutputs[place]),
                paid: madeOutputs[place]?.address,
              },
            ]
          : [],
      )
      assert.equal(orders.length, 1)
      const trade = exchanged(before, after)
      const { lost = 0n, reference = null, paid = '' } = orders[0] ?? {}
      events.push({
        kind: 'traded',
        ...state,
        ...trade,
        percentageFee:
          trade.side === 'buy'
            ? trade.lovelace - (after.lovelace - before.lovelace)
            : before.lovelace - after.lovelace - trade.lovelace,
        executorFee: trade.side === 'buy' ? lost - trade.lovelace : lost + trade.lovelace,
        priceBefore: spotPrice(TIER_69K, soldTokens(before.tokens)),
        order: reference,
        trader: parseAddress(paid),
      })
    }
  }
  return events
}

test('busy blocks hold the curve trades that their JSON shows, and no other', () => {
  const expected: ComparedEvent[] = []
  const actual: ComparedEvent[] = []
  for (const line of linesOf(busy.path)) {
    const { result }: { result: { block: { transactions: readonly Transaction[] } } } = JSON.parse(line)
    expected.push(...expectedOf(result.block.transactions))
    for (const event of eventsOf(line))
      if ('venue' in event && event.venue === 'curve') actual.push(event)
      else assert.ok(['adopted', 'traded', 'orderPlaced', 'orderFilled'].includes(event.kind), event.kind)
  }
  assert.deepEqual(actual, expected)
  const kinds = expected.map(({ kind }) => kind)
  assert.deepEqual(
    [kinds.filter((kind) => kind === 'traded').length, kinds.filter((kind) => kind === 'adopted').length],
    [7, 5],
  )
})

const AMM_POLICY = 'd8eb52caf3289a2880288b23141ce3d2a7025dcf76f26fd5659add06'
const WOOLY = 'def41fe7c12b1761841e4e0574a880d6b3a56876a3cbfab94260d831.574f4f4c59204d494345'
const WOOLY_POOL = `${AMM_POLICY}.7dfcef646b2eb821a78960c1bee83449309e0a7f3e93659c2aebe0e527e15ed1`

test("royalty pools with the launchpad's key are adopted, and their swaps are trades of the orders filled", () => {
  const events = linesOf(busy.path)
    .flatMap((line) => eventsOf(line))
    .filter((event) => 'venue' in event && event.venue === 'amm')
  const adopted = events.filter(({ kind }) => kind === 'adopted')
  // Five pools, one of them in two blocks. Two fee-switch pools without royalty belong to no launchpad.
  assert.deepEqual(
    adopted.map((event) => [event.transaction.slice(0, 8), 'pool' in event && event.pool.slice(57, 65)]),
    [
      ['ed198c3d', 'de3498de'],
      ['d96bf32e', 'c15086ad'],
      ['4f325f64', '7dfcef64'],
      ['ba6a1562', '3e58dfa1'],
      ['6de4ae33', '7a1c5a84'],
      ['f8b11459', 'c15086ad'],
    ],
  )
  for (const event of adopted) assert.ok(event.kind === 'adopted' && event.ammPool === event.pool)
  // The pools' tiers, by their LP tokens.
  assert.deepEqual(
    adopted.map((event) => event.kind === 'adopted' && event.nearest?.adaCap),
    [27_504_849_940n, 27_504_849_940n, 18_191_400_000n, 10_991_175_000n, 11_003_000_000n, 27_504_849_940n],
  )
  // The pool without fees; the trader's amounts with fees for the whole order.
  const reserves = [
    { lovelace: 28_296_579_809n, tokens: 188_018_037n },
    { lovelace: 27_839_585_824n, tokens: 191_132_461n },
    { lovelace: 27_007_446_510n, tokens: 197_075_072n },
    { lovelace: 27_716_736_510n, tokens: 192_076_071n },
  ]
  const prices = reserves.map(({ lovelace, tokens }) => ({ numerator: lovelace, denominator: tokens }))
  const swaps = [
    ['d72224bcd378a4d0d457fcdb95639827eaf38556cd4fa1f0b65f861216120e5c', 0, 'sell', 456_993_985n, 3_117_540n],
    ['af9ea5e8c8d19ced5f3f44d878b3f49dbf048c07decfb19f74e2a21d25eb77ca', 1, 'sell', 832_139_314n, 5_948_559n],
    ['ae57d8cedd35024ed852dfbf257dabaa0be36285ecee07abc12b2a2c586a14b6', 1, 'buy', 710_000_000n, 4_999_001n],
  ] as const
  const orders = [
    '8c976f2d7927fc4f365367d29104784695388a6b5b32911fb1b6be140b33ce15',
    '1eda0fbfbd632d6ed3788fda7cff797b7cfb293e4bd0963e0fe63e6f88f976fd',
    'af0fb415f186ca64e5265d66fd18c5405fb7598ea3af1b4ba557abacb86cccd1',
  ]
  const traders = [
    '017fd986ce83272a3f1c99f50a4645cd6d3fb7c73def0fae5fa32bd1b1a9206c907a5cd81b60761206d4e90e77cf527ab4d2734a5752bfa3db',
    '0104bca98e3b81acf132f1120b31ff0eb577eaa0a843efebf6854797461b3e9d02c03ea6e1d8326c33d045f66b2f4afea84b625d15450d23f2',
    '013a09cbcf03580a44bc14993cc9549378c254d997275d723c808aa6d28a23818e219ba42201c01c9040c261a61c7e4fd138e780a390670c7c',
  ]
  assert.deepEqual(
    events.filter(({ kind }) => kind !== 'adopted'),
    swaps.map(([transaction, index, side, lovelace, tokens], at) => ({
      kind: 'traded',
      transaction,
      pool: WOOLY_POOL,
      token: WOOLY,
      output: { transaction, index },
      reserves: reserves[at + 1],
      price: prices[at + 1],
      fees: { lpFeeNum: 99_100n, treasuryFeeNum: 50n, royaltyFeeNum: 50n },
      venue: 'amm',
      side,
      lovelace,
      tokens,
      percentageFee: 0n,
      executorFee: 2_000_000n,
      priceBefore: prices[at],
      order: { transaction: orders[at], index: 0 },
      trader: traders[at],
    })),
  )
})

test('orders and trades are those another reader found in the same blocks', () => {
  interface Listed {
    readonly txId: string
    readonly kind: string
    readonly outputs: readonly { readonly index: number; readonly contract: string }[]
    readonly spentInBlock: readonly string[]
  }
  const listed: readonly Listed[] = readFileSync(MAINNET_BUSY_LAUNCHPAD, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  const events = linesOf(busy.path).flatMap((line) => eventsOf(line))
  const idsOf = (...kinds: readonly ComparedEvent['kind'][]) =>
    events.filter(({ kind }) => kinds.includes(kind)).map(({ transaction }) => transaction)
  const idsWith = (holds: (tx: Listed) => boolean) => listed.filter(holds).map(({ txId }) => txId)

  const placed = idsWith(({ outputs }) => outputs.some(({ contract }) => contract === 'Splash limit order'))
  assert.equal(placed.length, 24)
  assert.deepEqual(idsOf('orderPlaced'), placed)
  const filled = idsWith(({ spentInBlock }) => spentInBlock.includes('Splash limit order'))
  assert.deepEqual(idsOf('orderFilled'), filled)
  const ofCurves = new Set(
    events
      .filter((event) => 'venue' in event && event.venue === 'curve')
      .map(({ transaction }) => transaction),
  )
  const traded = idsWith(({ kind }) => kind === 'snek.fun pool spend/re-create (trade)')
  assert.equal(traded.length, 12)
  assert.deepEqual([...ofCurves], traded)
})
