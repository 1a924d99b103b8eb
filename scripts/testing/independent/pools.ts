// All pools: the snapshot of each, the lists of the main page, the King of the Hill, search, and the progress of curves.

import assert from 'node:assert/strict'
import { SEED } from './amounts.ts'
import { byText, get, type Part, type Recorded } from './part.ts'
import {
  assetOf,
  type FoldedPool,
  fieldsOf,
  foldPools,
  hexOf,
  int,
  kingOf,
  marketCapOf,
} from './pool-fold.ts'

const DEADLINE = /^d879(?:82|9f)1b([0-9a-f]{16})581c([0-9a-f]{56})(?:ff)?$/

const text = (hex: string): string => Buffer.from(hex, 'hex').toString()

interface Lock {
  readonly id: string
  readonly totalLocked: string
  readonly lockUntil: string
  readonly redeemerVkh: string
}

const locksOf = ({ ledger, operations }: Recorded, token: string): Lock[] =>
  [...ledger.unspent.values()]
    .flatMap(({ address, assets, datum, reference }): Lock[] => {
      const [, deadline, redeemerVkh] = DEADLINE.exec(datum ?? '') ?? []
      const locked = assets.get(token)
      if (address.slice(2, 58) !== operations.vesting.scriptHash || locked === undefined) return []
      assert.ok(deadline !== undefined && redeemerVkh !== undefined)
      return [
        {
          id: reference.replace('#', ':'),
          totalLocked: `${locked}`,
          lockUntil: `${BigInt(`0x${deadline}`)}`,
          redeemerVkh,
        },
      ]
    })
    .sort(
      (a, b) =>
        Number(BigInt(b.totalLocked) - BigInt(a.totalLocked)) ||
        byText(a.id.slice(0, 64), b.id.slice(0, 64)) ||
        Number(a.id.slice(65)) - Number(b.id.slice(65)),
    )
    .slice(0, 20)

const orNull = (hex: string): string | null => (hex === '' ? null : text(hex))

const snapshotOf = (recorded: Recorded, pool: FoldedPool) => {
  const { datum, metadata, token } = pool
  const [transactionId = '', index] = pool.output.split('#')
  const [pkh, skh] = fieldsOf(metadata[5]).map(hexOf)
  const [twitter = '', discord = '', telegram = '', website = ''] = fieldsOf(metadata[6]).map(hexOf)
  const hyped = int(metadata[4]) === 1n
  const isGraduated = pool.ammNft !== null
  return {
    pool: {
      id: pool.nft,
      x: { asset: '.', amount: `${isGraduated ? pool.lovelace : pool.lovelace - SEED}` },
      y: { asset: token, amount: `${pool.tokens}` },
      outputId: { transactionId, transactionIndex: Number(index) },
      aNum: Number(int(datum[3])),
      bNum: Number(int(datum[4])),
      adaCapThreshold: Number(int(datum[6]) - SEED),
      poolAuthor: skh,
      launchType: hyped ? 'fair' : '',
      createdOn: pool.created,
      graduatedOn: pool.graduated,
      closed: null,
      permittedExecutor: hexOf(datum[5]),
      cpmmPoolId: pool.ammNft,
      ammFees:
        pool.fees === null
          ? null
          : {
              lpFeeNum: Number(pool.fees[0]),
              treasuryFeeNum: Number(pool.fees[1]),
              royaltyFeeNum: Number(pool.fees[2]),
            },
      version: 'v1',
      timestamp: pool.updated,
    },
    metrics: {
      marketCap: Number(marketCapOf(pool.price)),
      totalVolumeAda: Number(pool.volume),
      totalTxCount: pool.trades,
      crowned: pool.crowned,
      sequentialOrderingEnabled: false,
      locks: locksOf(recorded, token),
    },
    info: {
      asset: token,
      ticker: text(hexOf(metadata[1])),
      logoCID: text(hexOf(metadata[2])),
      description: text(hexOf(metadata[3])),
      launchType: hyped ? 1 : 0,
      poolAuthor: { pkh, skh },
      socials: {
        twitter: orNull(twitter),
        telegram: orNull(telegram),
        discord: orNull(discord),
        website: orNull(website),
      },
      outputId: pool.metadataOutput.replace('#', ':'),
      assetType: 'Meme',
      name: text(token.slice(57)),
    },
  }
}

const collected = ({ lovelace }: FoldedPool): bigint => lovelace - SEED
const cap = ({ datum }: FoldedPool): bigint => int(datum[6]) - SEED

/** Hundredths of a percent, rounded half up. */
const percentOf = (pool: FoldedPool): string => {
  if (pool.ammNft !== null || collected(pool) >= cap(pool)) return '100'
  const hundredths = Number((collected(pool) * 20_000n + cap(pool)) / (2n * cap(pool)))
  return `${Math.floor(hundredths / 100)}.${String(hundredths % 100).padStart(2, '0')}`.replace(/\.?0+$/, '')
}

const by = (value: (pool: FoldedPool) => bigint | number) => (a: FoldedPool, b: FoldedPool) =>
  Number(BigInt(value(b)) - BigInt(value(a))) || byText(a.nft, b.nft)

const LISTS: Readonly<
  Record<string, readonly [isGraduated: boolean, (a: FoldedPool, b: FoldedPool) => number]>
> = {
  Latest: [false, by(({ updated }) => updated)],
  New: [false, by(({ created }) => created)],
  MCapDesc: [false, by(({ price }) => marketCapOf(price))],
  Progress: [false, (a, b) => Number(collected(b) * cap(a) - collected(a) * cap(b)) || byText(a.nft, b.nft)],
  CompletedCreateOn: [true, by(({ created }) => created)],
  CompletedMCap: [true, by(({ price }) => marketCapOf(price))],
}

const MAIN = '/v1/pools-main-page'

export const poolsPart: Part = {
  name: 'all pools, their lists, the king, search and progress',
  async check(services, recorded) {
    const pools = [...foldPools(recorded).values()]
    const graduated = pools.filter(({ ammNft }) => ammNft !== null)
    assert.ok(
      pools.length >= 40 && graduated.length >= 3,
      `${pools.length} pools, ${graduated.length} graduated`,
    )
    for (const pool of pools) {
      const asset = pool.token
      const snapshot = snapshotOf(recorded, pool)
      assert.deepEqual(await get(services, '/v1/pools-feed/initial/state', { asset }), snapshot, asset)
      assert.deepEqual(await get(services, '/v1/asset-info', { asset }), snapshot.info)
      assert.deepEqual(await get(services, '/v1/pools-feed/curve/progress', { asset }), {
        percent: percentOf(pool),
      })
    }
    for (const [filter, [isGraduated, order]] of Object.entries(LISTS)) {
      const expected = pools
        .filter(({ ammNft }) => (ammNft !== null) === isGraduated)
        .sort(order)
        .slice(0, 60)
        .map((pool) => snapshotOf(recorded, pool))
      assert.deepEqual(await get(services, `${MAIN}/initial/state`, { filter }), expected, filter)
    }
    const king = kingOf(pools) ?? assert.fail('nobody is king')
    assert.deepEqual(await get(services, `${MAIN}/koth`), snapshotOf(recorded, king))
    assert.deepEqual(await get(services, '/v1/koth'), snapshotOf(recorded, king))
    assert.ok(pools.filter(({ crowned }) => crowned !== null).length > 3, 'kings changed')
    for (const pattern of ['a', 'OG', king.token.slice(0, 20), king.token.slice(50).toUpperCase()]) {
      const wanted = pattern.toLowerCase()
      const found = pools
        .filter(({ token, metadata }) =>
          [token, text(token.slice(57)), text(hexOf(metadata[1]))].some((one) =>
            one.toLowerCase().includes(wanted),
          ),
        )
        .sort(by(({ price }) => marketCapOf(price)))
      assert.deepEqual(await get(services, `${MAIN}/search`, { pattern, offset: 1, limit: 7 }), {
        count: found.length,
        items: found.slice(1, 8).map((pool) => snapshotOf(recorded, pool)),
      })
    }
    const { tokens, graduated: completed } = await get(services, `${MAIN}/totals`)
    assert.deepEqual({ tokens, completed }, { tokens: pools.length, completed: graduated.length })
    assert.equal(assetOf(king.datum[2]), king.token)
  },
}
