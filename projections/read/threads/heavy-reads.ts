// Reads whose time depends on what clients request, or on the size of the chain. They run in the read threads (run-reads.ts) and return
// JSON. Until the models change, each kind of read caches what makes further pages of the same list fast.
import { networkIdOf } from '../../../schema/codecs/address.ts'
import type { AssetId, Hex, Network } from '../../../schema/primitives.ts'
import { holdersQuery } from '../queries/holders.ts'
import { type HotPoolsRead, hotPools } from '../queries/hot-pools.ts'
import { type OrderFilter, orderQueries } from '../queries/orders.ts'
import { unspentReads } from '../queries/outputs/unspent-outputs.ts'
import { type PairEventsRead, pairEventsQuery } from '../queries/pair-events.ts'
import { type PoolSearch, poolSearch } from '../queries/pool-search.ts'
import { type SparklinesRead, sparklinesOf } from '../queries/sparklines.ts'
import { type TickersRead, tickersQuery } from '../queries/tickers.ts'
import {
  type LeaderboardRead,
  leaderboards,
  type TokenTradersRead,
  type TraderRead,
  tokenTradersQuery,
  traderQuery,
} from '../queries/traders.ts'
import { type TradesRead, tradesQuery } from '../queries/trades.ts'
import { type VestingColumn, vestingQuery } from '../queries/vestings.ts'
import type { ModelsReader } from '../reader/models-reader.ts'
import { type WalletPage, walletPages } from './wallet-pages.ts'

interface UnspentPageRead extends WalletPage {
  readonly name: 'unspentPage'
}

interface OrdersPageRead {
  readonly name: 'ordersPage'
  readonly filter: OrderFilter
  readonly offset: number
  readonly limit: number
}

interface HoldersRead {
  readonly name: 'holders'
  readonly token: AssetId
  readonly limit: number
  readonly offset: number
}

/** The result is a text, or null if the wallets have too many outputs. */
interface LovelaceRead {
  readonly name: 'lovelace'
  readonly keyHashes: readonly Hex[]
}

interface VestingsRead {
  readonly name: 'vestings'
  readonly by: VestingColumn
  readonly value: string
  readonly limit: number
}

export type HeavyRead =
  | UnspentPageRead
  | OrdersPageRead
  | PoolSearch
  | SparklinesRead
  | HotPoolsRead
  | VestingsRead
  | HoldersRead
  | LovelaceRead
  | PairEventsRead
  | TickersRead
  | TradesRead
  | LeaderboardRead
  | TokenTradersRead
  | TraderRead

/** Outputs that a request for total lovelace may read. */
const MAX_SUMMED = 100_000

/** @returns JSON */
export const heavyReads = (reader: ModelsReader, network: Network): ((read: HeavyRead) => string) => {
  const unspent = reader.prepared((database) => unspentReads(database, networkIdOf(network)))
  const pageIds = walletPages(reader, unspent)
  const orders = reader.prepared((database) => orderQueries(database))
  const vestings = reader.prepared(vestingQuery)
  const holders = reader.prepared((database) => holdersQuery(database, networkIdOf(network)))
  const pairEvents = reader.prepared(pairEventsQuery)
  const tickers = reader.prepared(tickersQuery)
  const trades = reader.prepared(tradesQuery)
  const tokenTraders = reader.prepared(tokenTradersQuery)
  const trader = reader.prepared(traderQuery)
  const leaderboard = leaderboards(reader)
  const search = poolSearch(reader)
  const sparklines = sparklinesOf(reader)
  const hot = hotPools(reader)
  const response = (read: HeavyRead): string => {
    switch (read.name) {
      case 'unspentPage':
        return unspent().outputsOf(pageIds(read))
      case 'ordersPage':
        return orders().page(read.filter, read.offset, read.limit, Number.POSITIVE_INFINITY) ?? 'null'
      case 'poolSearch':
        return search(read)
      case 'sparklines':
        return sparklines(read)
      case 'hotPools':
        return hot(read)
      case 'holders':
        return holders()(read.token, read.limit, read.offset) ?? 'null'
      case 'lovelace':
        return JSON.stringify(unspent().lovelaceOf(read.keyHashes, MAX_SUMMED)?.toString() ?? null)
      case 'pairEvents':
        return JSON.stringify(pairEvents()(read.from, read.to) ?? null)
      case 'tickers':
        return JSON.stringify(tickers()(read.from, read.to))
      case 'trades':
        return JSON.stringify(trades()(read) ?? null)
      case 'leaderboard':
        return leaderboard(read)
      case 'tokenTraders':
        return JSON.stringify(tokenTraders()(read) ?? null)
      case 'trader':
        return JSON.stringify(trader()(read))
      case 'vestings':
        return JSON.stringify({ vestings: vestings()(read.by, read.value, read.limit) })
    }
  }
  return (read) => reader.inOneState(() => response(read))
}
