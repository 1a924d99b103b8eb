// Generates API responses for a launchpad of a given size, so the page's views can be tried without a service. They have the types of the
// API's responses.
import type { Creator, HoldersPage, Position } from '../../../../schema/responses/analytics.ts'
import type { BlockSummary } from '../../../../schema/responses/blocks.ts'
import type { OrderQuote } from '../../../../schema/responses/builder.ts'
import type { Bar } from '../../../../schema/responses/chart-responses.ts'
import type { FeedData } from '../../../../schema/responses/feed-frames.ts'
import type { HotPool } from '../../../../schema/responses/hot-pools.ts'
import type { ApiOrder } from '../../../../schema/responses/orders.ts'
import type { LiquidityPoolInfo } from '../../../../schema/responses/pools.ts'
import type { Sparkline } from '../../../../schema/responses/sparklines.ts'
import type { Leaderboard, TokenTraders, Trader } from '../../../../schema/responses/traders.ts'
import type { TradesPage } from '../../../../schema/responses/trades.ts'

export const TIP = 4_520
export const WALLET = {
  address: 'addr_test1vqdzuf2n5zn3jqqf5j7xa6l0k3kh5zc555t9h7q8g9ef2sc5q67g5',
  pkh: '1a2e2553a0a7190009a4bc6eebefb46d7a0b14a5165bf80741729543',
}

const hex = (n: number, digits: number): string => n.toString(16).padStart(8, '0').repeat(16).slice(0, digits)
const hash = (n: number): string => hex((n * 2_654_435_761) >>> 0, 64)
/** Constant, so that two requests get equal samples. */
export const NOW = Math.floor(Date.now() / 1000)

const NAMES = ['Mighty Yak', 'Slow Snail', 'Rare Radish', 'Pale Penguin', 'Calm Condor', 'Vast Vole']
export const assetOf = (n: number): string => `${hash(n).slice(0, 56)}.${hex(n + 1, 16)}`

/** An address with a wrong checksum. */
const addressAt = (n: number): string =>
  `addr_test1v${hash(n).slice(0, 50).replaceAll('1', 'x').replaceAll('b', 'y')}`

/** Two tokens with similar names. The original is older. */
const ALIKE = { copy: 1, original: 3 } as const
const MARKED: Pick<LiquidityPoolInfo['info'], 'marks' | 'olderAlike'> = {
  marks: ['mixedScripts', 'invisibleCharacters'],
  olderAlike: { asset: assetOf(ALIKE.original), name: 'Pale Penguin 3', ticker: 'PP3' },
}

/** One launch was not seen, and one creator is unknown. */
const sampleRisk = (n: number): LiquidityPoolInfo['metrics']['risk'] =>
  n === 6
    ? null
    : {
        holders: 31 + n,
        creator: n === 7 ? null : `${(n * 53_000_000) % 300_000_000}`,
        top10: `${200_000_000 + ((n * 97_000_000) % 700_000_000)}`,
        firstBuyers: `${(n * 41_000_000) % 250_000_000}`,
      }

/** @param share share of its cap that the curve has collected; above 1 for a graduated token */
export const samplePool = (n: number, share = ((n * 37) % 100) / 100): LiquidityPoolInfo => {
  const asset = assetOf(n)
  const cap = 18_188_400_000
  const name = `${NAMES[n % NAMES.length]} ${n}`
  const links = n % 3 === 0
  return {
    pool: {
      id: `${hash(n).slice(0, 56)}.${hash(n + 7)}`,
      x: { asset: '.', amount: `${Math.round(Math.min(1, share) * cap)}` },
      y: { asset, amount: `${Math.round(1e9 - Math.min(1, share) * 8e8)}` },
      outputId: { transactionId: hash(n + 3), transactionIndex: 0 },
      aNum: 122_525_779_519,
      bNum: 2_545_182,
      adaCapThreshold: cap,
      poolAuthor: '',
      launchType: n % 4 === 0 ? 'fair' : '',
      createdOn: NOW - n * 700,
      graduatedOn: share > 1 ? NOW - 400 : null,
      closed: null,
      permittedExecutor: '',
      cpmmPoolId: share > 1 ? `${hash(n).slice(0, 56)}.01` : null,
      ammFees: null,
      version: 'v1',
      timestamp: NOW - n,
    },
    metrics: {
      marketCap: Math.round(2_545_182_000 + share * 60_000_000_000),
      totalVolumeAda: 1_000_000_000 * (n + 1),
      totalTxCount: 179,
      sells: 65,
      crowned: null,
      risk: sampleRisk(n),
      sequentialOrderingEnabled: false,
      locks: [],
    },
    info: {
      asset,
      ticker: `${(NAMES[n % NAMES.length] ?? '').replace(/[^A-Z]/g, '')}${n}`,
      logoCID: '',
      description: 'A token that is described in one sentence.',
      launchType: 0,
      poolAuthor: { pkh: '', skh: '' },
      socials: {
        website: links ? 'https://example.com/' : null,
        twitter: links ? 'https://x.com/example' : null,
        telegram: links ? 'https://t.me/example' : null,
        discord: links ? 'https://discord.gg/example' : null,
      },
      outputId: '',
      assetType: n % 5 === 0 ? 'AI' : 'Meme',
      name,
      ...(n === ALIKE.copy ? MARKED : { marks: [], olderAlike: null }),
    },
  }
}

export const sampleOrder = (asset: string, n: number, changes: Partial<ApiOrder> = {}): ApiOrder => {
  const isBuy = n % 3 !== 0
  const [lovelace, tokens] = [`${(n + 1) * 25_000_000}`, `${(n + 1) * 490_000}`]
  return {
    entityId: `${hash(n + 100)}:0`,
    beacon: hash(n).slice(0, 56),
    asset,
    from: isBuy ? '.' : asset,
    to: isBuy ? asset : '.',
    address: addressAt(n % 9),
    pkh: hash(n % 9).slice(0, 56),
    worstPrice: '0.01',
    orderType: 'Spot',
    fromAmount: isBuy ? lovelace : tokens,
    toAmount: isBuy ? tokens : lovelace,
    status: 'Evaluated',
    pendingTransactionId: hash(n + 100),
    evaluatedTransactionId: hash(n + 101),
    timestamp: NOW - n * 20,
    ...changes,
  }
}

export const sampleBars = (asset: string, count: number): Bar[] =>
  Array.from({ length: count }, (_, at) => {
    const price = (step: number): string => (20 + step + 6 * Math.sin(step)).toFixed(6)
    const prices = [price(at), price(at + 1)].map(Number)
    return {
      pair: { base: asset, quote: '.' },
      time: (Math.floor(NOW / 300) - count + at) * 300,
      open: price(at),
      close: price(at + 1),
      high: `${Math.max(...prices) + 1}`,
      low: `${Math.min(...prices) - 1}`,
      volume: `${(at + 1) * 40_000_000}`,
    }
  })

export const sampleHolder = (at: number): HoldersPage['holders'][number] => ({
  address: addressAt(at),
  quantity: `${Math.round(9e7 / (at + 1))}`,
})

export const sampleHolders = (asset: string, count: number): HoldersPage => ({
  holders: Array.from({ length: count }, (_, at) => sampleHolder(at)),
  dev: { address: addressAt(0), quantity: asset === '' ? '0' : '90000000' },
  count,
})

export const sampleBlocks = (tip: number, branch = 0): BlockSummary[] =>
  Array.from({ length: 40 }, (_, at) => ({
    slot: tip - at,
    id: hash(tip - at + branch),
    height: tip - at,
    time: NOW - at,
    transactions: 3,
  }))

export const sampleStatus = (
  height: number,
  changes: Partial<FeedData<'Status'>> = {},
): FeedData<'Status'> => {
  const tip = { slot: height, id: hash(height), height }
  return {
    state: 'following',
    problem: null,
    node: tip,
    log: tip,
    models: tip,
    lag: { blocks: 0, seconds: 1 },
    refolding: [],
    rolledBack: 0,
    ...changes,
  }
}

export const sampleSpark = (asset: string): Sparkline => ({
  asset,
  open: '20',
  closes: Array.from({ length: 40 }, (_, at) => `${20 + at + 5 * Math.sin(at)}`),
  volume: '912000000',
  trades: 12,
})

export const sampleHot = (pool: LiquidityPoolInfo): HotPool => ({
  pool,
  volume: '912000000',
  trades: 12,
  sells: 4,
  buyers: 5,
  change: '4.2',
  holders: 20,
})

export const sampleQuote = (asset: string, lovelace: bigint): OrderQuote => ({
  venue: 'curve',
  inputAsset: '.',
  inputAmount: `${lovelace}`,
  outputAsset: asset,
  outputAmount: `${lovelace / 50n}`,
  priceBase: asset,
  priceQuote: '.',
  leastOutputAmount: `${(lovelace * 85n) / 5_000n}`,
  price: { numerator: '50', denominator: '1' },
  priceImpact: '2.31',
  fees: { percentage: `${lovelace / 100n}`, executor: '1100000', deposit: '1500000' },
  lovelace: `${lovelace + 2_600_000n}`,
  point: { slot: TIP, id: hash(TIP), height: TIP },
})

export const sampleCreator: Creator = {
  launched: 3,
  graduated: 1,
  boughtAda: '0',
  boughtTokens: '0',
  soldAda: '120000000',
  soldTokens: '31000000',
}

export const samplePosition = (asset: string): Position => ({
  asset,
  boughtAda: '250000000',
  boughtTokens: '80000000',
  soldAda: '120000000',
  soldTokens: '31000000',
  ordersCount: 2,
  quantity: '49000000',
  worth: '180000000',
  openQuantity: '49000000',
  openCost: '153125000',
  openWorth: '180000000',
  realised: '23125000',
  fees: '2200000',
  breakEven: '3.201',
  netNow: '176300000',
})

const traderAt = (n: number) => ({
  owner: hash(n + 20).slice(0, 56),
  address: addressAt(n + 20),
})

const figuresAt = (n: number): Trader['all'] => ({
  volume: `${(150 - n) * 81_250_000}`,
  trades: 120 - n,
  profit: `${(60 - n) * 12_345_678}`,
  sales: n % 7,
  wins: n % 4,
})

/** Traders with a higher n have a loss. */
export const sampleRanked = (n: number): Leaderboard['items'][number] => ({ ...traderAt(n), ...figuresAt(n) })

export const sampleTokenTrader = (n: number): TokenTraders['items'][number] => ({
  ...traderAt(n),
  trades: 3,
  boughtAda: '90000000',
  boughtTokens: '1940500',
  soldAda: '45000000',
  soldTokens: '900000',
  profit: '3100000',
  openQuantity: '1040500',
  paid: '48300000',
  netNow: n === 0 ? null : '52000000',
})

export const sampleTrader: Trader = {
  owner: WALLET.pkh,
  address: WALLET.address,
  tokens: 4,
  launched: 2,
  graduated: 1,
  first: NOW - 86_400 * 9,
  latest: NOW - 60,
  all: figuresAt(5),
  windows: { '1d': figuresAt(119), '7d': figuresAt(70), '30d': figuresAt(6) },
  open: { tokens: 2, paid: '90100000', netNow: '97200000', unpriced: 1, isComplete: true },
}

export const sampleTrades: TradesPage['items'] = Array.from({ length: 30 }, (_, n) => ({
  position: 9_000_000 - n,
  time: NOW - n * 900,
  height: TIP - n,
  transactionId: hash(n + 40),
  asset: assetOf(n % 6),
  venue: 'curve',
  side: n % 3 === 0 ? 'sell' : 'buy',
  lovelace: `${(n + 1) * 25_000_000}`,
  tokens: `${(n + 1) * 490_000}`,
  price: '4.58154037489',
  owner: WALLET.pkh,
  address: WALLET.address,
  orderId: null,
}))
