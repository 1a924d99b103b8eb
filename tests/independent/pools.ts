// All pools: snapshots, lists of the main page, the King of the Hill, search, and the progress of curves.

import assert from 'node:assert/strict'
import { byText, type Comparison, get, type Recorded } from './comparison.ts'
import { bytesAt, fieldsAt, intAt, textsOf } from './plain-datum.ts'
import { ammFeesOf, decimal, SEED } from './plain-pools.ts'
import { capOf, type FoldedPool, foldPools, kingOf } from './pool-fold.ts'
import { riskIn } from './risk.ts'
import { byId, locksOf } from './vestings.ts'

const text = (hex: string): string => Buffer.from(hex, 'hex').toString()

const largestLocks = (recorded: Recorded, token: string) =>
  locksOf(recorded)
    .filter(({ tokenPolicyId, tokenAssetName }) => `${tokenPolicyId}.${tokenAssetName}` === token)
    .sort((a, b) => Number(BigInt(b.totalLocked) - BigInt(a.totalLocked)) || byId(a, b))
    .slice(0, 20)
    .map(({ id, totalLocked, lockUntil, redeemerVkh }) => ({ id, totalLocked, lockUntil, redeemerVkh }))

const feesOf = ({ now }: FoldedPool) => {
  if (now.isCurve) return null
  const [lpFeeNum, treasuryFeeNum, royaltyFeeNum] = ammFeesOf(now).map(Number)
  return { lpFeeNum, treasuryFeeNum, royaltyFeeNum }
}

const orNull = (hex: string): string | null => (hex === '' ? null : text(hex))

const namesOf = ({ token, metadata }: FoldedPool) => ({
  asset: token,
  name: text(token.slice(57)),
  ticker: text(bytesAt(metadata, 1)),
})

/** Names in the recording have only plain letters. */
const olderAlike = (recorded: Recorded, pool: FoldedPool) => {
  const plain = ({ name, ticker }: ReturnType<typeof namesOf>) =>
    [name, ticker].map((each) => each.toLowerCase())
  const names = plain(namesOf(pool))
  const oldest = [...foldPools(recorded).values()]
    .map(namesOf)
    .find((other) => plain(other).some((each) => names.includes(each)))
  return oldest?.asset === pool.token ? null : oldest
}

const snapshotsIn = (recorded: Recorded) => {
  const riskOf = riskIn(recorded)
  return (pool: FoldedPool) => {
    const { datum, metadata, token, author, now } = pool
    const [transactionId = '', index] = now.output.reference.split('#')
    const [twitter = '', discord = '', telegram = '', website = ''] = textsOf(fieldsAt(metadata, 6))
    const hyped = intAt(metadata, 4) === 1n
    return {
      pool: {
        id: pool.nft,
        x: { asset: '.', amount: `${now.isCurve ? now.lovelace - SEED : now.lovelace}` },
        y: { asset: token, amount: `${now.tokens}` },
        outputId: { transactionId, transactionIndex: Number(index) },
        aNum: Number(intAt(datum, 3)),
        bNum: Number(intAt(datum, 4)),
        adaCapThreshold: Number(intAt(datum, 6) - SEED),
        poolAuthor: author.skh,
        launchType: hyped ? 'fair' : '',
        createdOn: pool.created,
        graduatedOn: pool.graduated,
        closed: null,
        permittedExecutor: bytesAt(datum, 5),
        cpmmPoolId: now.isCurve ? null : now.nft,
        ammFees: feesOf(pool),
        version: 'v1',
        timestamp: pool.updated,
      },
      metrics: {
        marketCap: Number(capOf(pool)),
        totalVolumeAda: Number(pool.volume),
        totalTxCount: pool.trades,
        crowned: pool.crowned,
        ...riskOf(pool),
        sequentialOrderingEnabled: false,
        locks: largestLocks(recorded, token),
      },
      info: {
        asset: token,
        ticker: text(bytesAt(metadata, 1)),
        logoCID: text(bytesAt(metadata, 2)),
        description: text(bytesAt(metadata, 3)),
        launchType: hyped ? 1 : 0,
        poolAuthor: author,
        socials: {
          twitter: orNull(twitter),
          telegram: orNull(telegram),
          discord: orNull(discord),
          website: orNull(website),
        },
        outputId: pool.metadataOutput.replace('#', ':'),
        marks: [],
        olderAlike: olderAlike(recorded, pool),
        assetType: 'Meme',
        name: text(token.slice(57)),
      },
    }
  }
}

const collected = ({ now }: FoldedPool): bigint => now.lovelace - SEED
const cap = ({ datum }: FoldedPool): bigint => intAt(datum, 6) - SEED

const percentOf = (pool: FoldedPool): string => {
  if (!pool.now.isCurve || collected(pool) >= cap(pool)) return '100'
  return decimal(100n * collected(pool), cap(pool), 2)
}

const by = (value: (pool: FoldedPool) => bigint | number) => (a: FoldedPool, b: FoldedPool) =>
  Number(BigInt(value(b)) - BigInt(value(a))) || byText(a.nft, b.nft)

const LISTS: Readonly<
  Record<string, readonly [isGraduated: boolean, (a: FoldedPool, b: FoldedPool) => number]>
> = {
  Latest: [false, by(({ updated }) => updated)],
  New: [false, by(({ created }) => created)],
  MCapDesc: [false, by(capOf)],
  Progress: [false, (a, b) => Number(collected(b) * cap(a) - collected(a) * cap(b)) || byText(a.nft, b.nft)],
  CompletedCreateOn: [true, by(({ created }) => created)],
  CompletedMCap: [true, by(capOf)],
}

const MAIN = '/v1/pools-main-page'

export const poolsComparison: Comparison = {
  name: 'all pools, their lists, the king, search and progress',
  async check(services, recorded) {
    const pools = [...foldPools(recorded).values()]
    const graduated = pools.filter(({ now }) => !now.isCurve)
    const snapshotOf = snapshotsIn(recorded)
    assert.ok(
      pools.length >= 40 && graduated.length >= 3,
      `${pools.length} pools, ${graduated.length} graduated`,
    )
    for (const pool of pools) {
      const asset = pool.token
      const snapshot = snapshotOf(pool)
      assert.deepEqual(await get(services, '/v1/pools-feed/initial/state', { asset }), snapshot, asset)
      assert.deepEqual(await get(services, '/v1/asset-info', { asset }), snapshot.info)
      assert.deepEqual(await get(services, '/v1/pools-feed/curve/progress', { asset }), {
        percent: percentOf(pool),
      })
    }
    for (const [filter, [isGraduated, order]] of Object.entries(LISTS)) {
      const expected = pools
        .filter(({ now }) => now.isCurve !== isGraduated)
        .sort(order)
        .slice(0, 60)
        .map((pool) => snapshotOf(pool))
      assert.deepEqual(await get(services, `${MAIN}/initial/state`, { filter }), expected, filter)
    }
    const king = kingOf(pools) ?? assert.fail('nobody is king')
    assert.deepEqual(await get(services, `${MAIN}/koth`), snapshotOf(king))
    assert.deepEqual(await get(services, '/v1/koth'), snapshotOf(king))
    assert.ok(pools.filter(({ crowned }) => crowned !== null).length > 3, 'kings changed')
    for (const pattern of ['a', 'OG', king.token.slice(0, 20), king.token.slice(50).toUpperCase()]) {
      const wanted = pattern.toLowerCase()
      /** A whole name or ticker, a part of one, or a part of the id. */
      const matchesOf = ({ token, metadata }: (typeof pools)[number]): readonly boolean[] => {
        const texts = [text(token.slice(57)), text(bytesAt(metadata, 1))].map((one) => one.toLowerCase())
        return [texts.includes(wanted), texts.some((one) => one.includes(wanted)), token.includes(wanted)]
      }
      const found = [0, 1, 2].flatMap((rank) =>
        pools.filter((pool) => matchesOf(pool).indexOf(true) === rank).sort(by(capOf)),
      )
      assert.deepEqual(await get(services, `${MAIN}/search`, { pattern, offset: 1, limit: 7 }), {
        count: found.length,
        items: found.slice(1, 8).map((pool) => snapshotOf(pool)),
      })
    }
    const { tokens, graduated: completed } = await get(services, `${MAIN}/totals`)
    assert.deepEqual({ tokens, completed }, { tokens: pools.length, completed: graduated.length })
  },
}
