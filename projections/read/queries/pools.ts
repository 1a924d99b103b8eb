// Pools for the main page, the pool page and the feed: a list's pools, and a pool's snapshot. Lists contain ids, so a caller can cache each
// snapshot until its pool changes.
import type Database from 'better-sqlite3'
import { least, MAX_NUMBER } from '../../../schema/amount-limits.ts'
import { formatDecimal } from '../../../schema/codecs/ratio.ts'
import { collectedLovelace } from '../../../schema/launchpad/curve.ts'
import { ASSET_TYPES } from '../../../schema/launchpad/datums/launch-metadata.ts'
import { ADA, type AssetId } from '../../../schema/primitives.ts'
import {
  LIST_LENGTH,
  LIST_START,
  type ListPlace,
  type PoolList,
} from '../../../schema/responses/pool-lists.ts'
import type { LiquidityPoolInfo } from '../../../schema/responses/pools.ts'
import type { RowOf } from '../../engine/table/table.ts'
import type { LaunchInfo } from '../../interpret/launch-info.ts'
import { collected, launches, poolCounts, pools, WHOLE } from '../../models/pools.ts'
import { vestings } from '../../models/vestings.ts'
import { type NameIndex, type NameMarks, nameIndex } from '../names/name-index.ts'
import { tokenName } from '../names/token-name.ts'
import type { ModelsReader } from '../reader/models-reader.ts'
import { namesOf, param, prepare, queries } from '../reader/prepared.ts'
import { riskQuery } from './holders.ts'
import { poolIdQuery } from './pool-id.ts'

/** Anybody may lock small amounts, so the largest locks are shown. */
const MAX_LOCKS = 20

export type PoolReads = ReturnType<typeof poolReads>

type Metrics = LiquidityPoolInfo['metrics']
type Locks = Metrics['locks']
type PoolRow = RowOf<typeof pools.columns>

/** The venue of the pools, and the column by which they are sorted, largest value first. */
const LISTS: Readonly<
  Record<
    PoolList,
    readonly [venue: 'curve' | 'amm', column: 'updated' | 'created' | 'market_cap' | 'progress']
  >
> = {
  Latest: ['curve', 'updated'],
  New: ['curve', 'created'],
  MCapDesc: ['curve', 'market_cap'],
  Progress: ['curve', 'progress'],
  CompletedCreateOn: ['amm', 'created'],
  CompletedMCap: ['amm', 'market_cap'],
}

const detailsOf = (token: AssetId, info: LaunchInfo | null, marks: NameMarks): LiquidityPoolInfo['info'] => {
  const { twitter, telegram, discord, website } = info?.socials ?? NO_SOCIALS
  return {
    asset: token,
    ticker: info?.ticker ?? '',
    logoCID: info?.logoCid ?? '',
    description: info?.description ?? '',
    launchType: info?.hyped === true ? 1 : 0,
    poolAuthor: { pkh: info?.author?.paymentKey ?? '', skh: info?.author?.stakeKey ?? '' },
    socials: { twitter, telegram, discord, website },
    outputId: info?.output ? `${info.output.transaction}:${info.output.index}` : '',
    assetType: info?.assetType ?? ASSET_TYPES[0],
    name: tokenName(token),
    ...marks,
  }
}

const NO_SOCIALS: LaunchInfo['socials'] = { twitter: null, discord: null, telegram: null, website: null }

/** 2^53 - 1 if a double cannot represent the amount exactly. */
const jsonNumber = (value: bigint): number => Number(least(value, MAX_NUMBER))

/** 0 for an AMM pool whose curve was never seen, without tiers. */
const curveNumber = (digits: string | null): number => jsonNumber(BigInt(digits ?? 0))

const feesOf = ({ lp_fee, treasury_fee, royalty_fee }: PoolRow): LiquidityPoolInfo['pool']['ammFees'] =>
  lp_fee === null
    ? null
    : { lpFeeNum: lp_fee, treasuryFeeNum: treasury_fee ?? 0, royaltyFeeNum: royalty_fee ?? 0 }

const poolInfo = (
  row: PoolRow,
  info: LaunchInfo | null,
  marks: NameMarks,
  figures: Pick<Metrics, 'locks' | 'risk'>,
): LiquidityPoolInfo => ({
  pool: {
    id: row.nft,
    x: { asset: ADA, amount: `${collected(row)}` },
    y: { asset: row.token, amount: `${row.tokens}` },
    outputId: { transactionId: row.output_transaction, transactionIndex: row.output_index },
    aNum: curveNumber(row.a_num),
    bNum: curveNumber(row.b_num),
    adaCapThreshold: row.ada_cap === null ? 0 : jsonNumber(collectedLovelace(BigInt(row.ada_cap))),
    poolAuthor: info?.author?.stakeKey ?? '',
    launchType: info?.hyped === true ? 'fair' : '',
    createdOn: row.created,
    graduatedOn: row.graduated,
    closed: row.closed,
    permittedExecutor: row.executor ?? '',
    cpmmPoolId: row.amm_nft,
    ammFees: feesOf(row),
    version: 'v1',
    timestamp: row.updated,
  },
  metrics: {
    marketCap: jsonNumber(row.market_cap),
    totalVolumeAda: jsonNumber(row.volume),
    totalTxCount: row.trades,
    sells: row.sells,
    crowned: row.crowned,
    sequentialOrderingEnabled: false,
    ...figures,
  },
  info: detailsOf(row.token, info, marks),
})

const ids = queries.selectFrom('pools').select('id')

const locksQuery = (database: Database.Database) => {
  const locks = prepare(
    database,
    queries
      .selectFrom('vestings')
      .select(['transaction_id', 'output_index', 'quantity', 'locked_until', 'redeemer'])
      .where('token', '=', param<string>('token'))
      .where('spent_by', 'is', null)
      .orderBy('quantity', 'desc')
      .orderBy('transaction_id')
      .orderBy('output_index')
      .limit(MAX_LOCKS),
    vestings.columns,
  )
  return (token: AssetId): Locks =>
    locks.all({ token }).map(({ transaction_id, output_index, quantity, locked_until, redeemer }) => ({
      id: `${transaction_id}:${output_index}`,
      totalLocked: `${quantity}`,
      lockUntil: `${locked_until}`,
      redeemerVkh: redeemer,
    }))
}

/** Ids of a list's pools after a place. */
const listQueries = (database: Database.Database) =>
  Object.fromEntries(
    Object.entries(LISTS).map(([list, [venue, column]]) => [
      list,
      prepare(
        database,
        ids
          .where('venue', '=', venue)
          .where(column, '<=', param<number>('value'))
          .where((of) =>
            of.or([of(column, '<', param<number>('value')), of('nft', '>', param<string>('id'))]),
          )
          .orderBy(column, 'desc')
          .orderBy('nft')
          .limit(LIST_LENGTH),
        pools.columns,
      ),
    ]),
  )

export const poolReadsOf = (reader: ModelsReader): (() => PoolReads) => {
  const names = nameIndex(reader)
  return reader.prepared((database) => poolReads(database, names))
}

export const poolReads = (database: Database.Database, names: Pick<NameIndex, 'marksOf'>) => {
  const idOfToken = poolIdQuery(database)
  const idOfNft = prepare(database, ids.where('nft', '=', param<string>('nft')), pools.columns)
  const place = prepare(
    database,
    queries.selectFrom('pools').select(['nft', 'token', 'venue']).where('id', '=', param<number>('id')),
    pools.columns,
  )
  const pool = prepare(
    database,
    queries.selectFrom('pools').select(namesOf(pools.columns)).where('id', '=', param<number>('id')),
    pools.columns,
  )
  const launch = prepare(
    database,
    queries.selectFrom('launches').select('info').where('pool', '=', param<number>('pool')),
    launches.columns,
  )
  const locksOf = locksQuery(database)
  const riskOf = riskQuery(database)
  const king = prepare(
    database,
    ids.where('venue', '=', 'curve').orderBy('market_cap', 'desc').orderBy('created').orderBy('nft').limit(1),
    pools.columns,
  )
  const lists = listQueries(database)
  const count = prepare(
    database,
    queries.selectFrom('pool_counts').select('count').where('venue', '=', param<PoolRow['venue']>('venue')),
    poolCounts.columns,
  )
  const countOf = (venue: PoolRow['venue']): number => count.get({ venue })?.count ?? 0
  return {
    idOfToken,
    placeOf: (id: number) => place.get({ id }),
    /** The curve's NFT or, if the curve was not seen, the AMM pool's NFT. */
    idOfNft: (nft: AssetId) => idOfNft.get({ nft })?.id,
    pool(id: number): LiquidityPoolInfo | undefined {
      const row = pool.get({ id })
      if (row === undefined) return undefined
      const info = launch.get({ pool: id })?.info
      return poolInfo(row, info === undefined ? null : (JSON.parse(info) as LaunchInfo), names.marksOf(id), {
        locks: locksOf(row.token),
        risk: riskOf(id),
      })
    },
    /** The curve pool with the highest market cap; of several, the oldest. */
    king: () => king.get({})?.id,
    /** At most `LIST_LENGTH` pools, in the list's order. */
    members: (list: PoolList, after: ListPlace = LIST_START): number[] =>
      lists[list]?.all({ ...after }).map(({ id }) => id) ?? [],
    counts: () => ({ curve: countOf('curve'), amm: countOf('amm') }),
    /** Percent, rounded half up to 2 decimals; undefined if unknown. */
    percent(id: number): string | undefined {
      const share = pool.get({ id })?.progress
      return share === undefined || share === null
        ? undefined
        : formatDecimal({ numerator: BigInt(share) * 100n, denominator: WHOLE }, 2)
    },
  }
}
