// Times the queries of the reads, each by itself in this process, on models filled to several sizes.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { holdersQuery } from '../../../projections/read/queries/holders.ts'
import { orderQueries } from '../../../projections/read/queries/orders.ts'
import { poolReads } from '../../../projections/read/queries/pools.ts'
import { unspentReads } from '../../../projections/read/queries/unspent-outputs.ts'
import { ModelsReader } from '../../../projections/read/reader/models-reader.ts'
import { randomFrom } from '../bars/bars-data.ts'
import { answer } from '../kit/child.ts'
import { keyOf, type ReadsSize, tokenOf } from '../reads/reads-data.ts'
import { fillReads } from '../reads/reads-database.ts'

export interface QueriesRequest {
  readonly directory: string
  readonly sizes: readonly ReadsSize[]
}

/** Microseconds of a query at each size, medians. */
export interface QueryTimes {
  readonly query: string
  /** Times for keys drawn from all. */
  readonly any: readonly number[]
  /** Times for one of a few keys, whose pages are in the database's cache at each size. */
  readonly few: readonly number[]
}

const WARM_UPS = 500
const TIMED = 2_000
const FEW = 10

/** Runs every piece of work once a round, so that what disturbs one disturbs all. Medians in microseconds. */
const medianMicros = (works: readonly (() => unknown)[]): number[] => {
  const timed = works.map((work) => ({ work, times: new Float64Array(TIMED) }))
  for (let round = -WARM_UPS; round < TIMED; round++)
    for (const { work, times } of timed) {
      const before = performance.now()
      work()
      if (round >= 0) times[round] = performance.now() - before
    }
  return timed.map(({ times }) => (times.sort()[TIMED >> 1] ?? Number.NaN) * 1000)
}

/** A query with a key, and how many keys there are. */
interface Query {
  readonly keys: number
  readonly run: (key: number) => unknown
}

const queriesOf = (directory: string, size: ReadsSize): Readonly<Record<string, Query>> => {
  fillReads(directory, size)
  const { database } = new ModelsReader(directory)
  const holders = holdersQuery(database, 1)
  const pools = poolReads(database)
  const orders = orderQueries(database)
  const unspent = unspentReads(database, 1)
  const { tokens, wallets, traders } = size
  return {
    'holders, 50': { keys: tokens, run: (token) => holders(tokenOf(token), 50, 0) },
    'main page, ids of a list': { keys: 1, run: () => pools.members('MCapDesc') },
    'main page, one of its pools': {
      keys: tokens,
      run: (token) => pools.pool(pools.idOfToken(tokenOf(token)) ?? -1),
    },
    'outputs of a wallet, 20': { keys: wallets, run: (wallet) => unspent.quickPage(keyOf(wallet), 0, 20) },
    'orders of a token, 20': {
      keys: tokens,
      run: (token) => orders.page({ of: 'asset', asset: tokenOf(token) }, 0, 20, 1_000),
    },
    'history of a user, 20': {
      keys: traders,
      run: (wallet) => orders.page({ of: 'keys', keys: [keyOf(wallet)] }, 0, 20, 1_000),
    },
  }
}

answer<QueriesRequest>(({ directory, sizes }): QueryTimes[] => {
  const filled = sizes.map((size, at) => {
    const own = join(directory, String(at))
    mkdirSync(own)
    return queriesOf(own, size)
  })
  return Object.keys(filled[0] ?? {}).map((query) => {
    const times = (most: number): number[] =>
      medianMicros(
        filled.map((queries) => {
          const { keys, run } = queries[query] ?? { keys: 0, run: () => undefined }
          const random = randomFrom(5)
          return () => run(Math.floor(random() * Math.min(keys, most)))
        }),
      )
    return { query, any: times(Number.POSITIVE_INFINITY), few: times(FEW) }
  })
})
