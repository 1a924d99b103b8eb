// Checks that hold for the rows of any blocks: integers are in range, unspent outputs equal the chain's, and bars are consistent.
import type Database from 'better-sqlite3'
import { launchpadTables } from '../../projections/launchpad-models.ts'
import { EVENTS_PER_INPUT_OR_OUTPUT } from '../../schema/block-limits.ts'
import type { OperationsConfig } from '../../schema/config/config.ts'
import { MAX_LOVELACE } from '../hostile/odd-values.ts'
import type { RawLedger } from '../hostile/raw-ledger.ts'
import { Finding } from './finding.ts'
import type { Folded } from './folded.ts'

/** No trade, pool or output has more than all existing lovelace. */
const LOVELACE = ['trades.lovelace', 'pools.lovelace', 'utxos.lovelace']

const DIFFERENCES = ['traders.profit', 'trader_days.profit']

const quoted = (name: string): string => `"${name}"`

function* checkIntegers(database: Database.Database, operations: OperationsConfig): Generator<Finding> {
  for (const { name, columns } of launchpadTables(operations))
    for (const [column, { sqlite, is64Bit }] of Object.entries(columns)) {
      if (sqlite !== 'INTEGER') continue
      const most = LOVELACE.includes(`${name}.${column}`)
        ? MAX_LOVELACE
        : is64Bit
          ? 2n ** 63n - 1n
          : BigInt(Number.MAX_SAFE_INTEGER)
      const least = DIFFERENCES.includes(`${name}.${column}`) ? -most : 0n
      const bad = database
        .prepare(
          `SELECT ${quoted(column)} FROM ${quoted(name)} WHERE ${quoted(column)} < ? OR ${quoted(column)} > ? LIMIT 1`,
        )
        .pluck()
        .safeIntegers()
        .get(least, most)
      if (bad !== undefined)
        yield new Finding('every integer is within its range', `${name}.${column} is ${bad}`)
    }
}

function* checkOutputs(database: Database.Database, ledger: RawLedger): Generator<Finding> {
  const kept = database
    .prepare('SELECT count(*) AS count, coalesce(sum(lovelace), 0) AS lovelace FROM utxos')
    .safeIntegers()
    .get() as { readonly count: bigint; readonly lovelace: bigint }
  let lovelace = 0n
  for (const output of ledger.unspent.values()) lovelace += output.lovelace
  if (kept.count !== BigInt(ledger.unspent.size) || kept.lovelace !== lovelace)
    yield new Finding(
      'unspent outputs match the chain',
      `${kept.count} of ${kept.lovelace} lovelace, not ${ledger.unspent.size} of ${lovelace}`,
    )
}

function* checkBars(database: Database.Database): Generator<Finding> {
  // The first bar of an adopted pool contains its first trade. Earlier orders that filled each other are in no bar.
  const wrong = database
    .prepare(
      `SELECT nft, resolution, sum(bars.volume) AS volume,
         (SELECT sum(lovelace) FROM trades WHERE pool = nft AND (NOT adopted OR position >=
           (SELECT min(position) FROM trades WHERE pool = nft AND venue <> 'orders'))) AS traded
       FROM bars JOIN pools ON pools.id = bars.pool GROUP BY pools.id, resolution HAVING sum(bars.volume) <> coalesce(traded, 0) LIMIT 1`,
    )
    .get()
  if (wrong !== undefined) yield new Finding('volumes of bars match the trades', JSON.stringify(wrong))
}

function* checkEvents(database: Database.Database, ledger: RawLedger): Generator<Finding> {
  const held = new Map<number, number>()
  for (const { block, inputs, outputs } of ledger.transactions.values())
    held.set(block.height, (held.get(block.height) ?? 0) + inputs.length + outputs.length)
  const rows = database.prepare('SELECT height, count(*) AS events FROM events GROUP BY height').all() as {
    readonly height: number
    readonly events: number
  }[]
  for (const { height, events } of rows)
    if (events > EVENTS_PER_INPUT_OR_OUTPUT * (held.get(height) ?? 0))
      yield new Finding(
        'a block has no more events than its inputs and outputs allow',
        `${events} in block ${height} with ${held.get(height)}`,
      )
}

export function* checkRows({ database, ledger, operations }: Folded): Generator<Finding> {
  yield* checkIntegers(database, operations)
  yield* checkOutputs(database, ledger)
  yield* checkBars(database)
  yield* checkEvents(database, ledger)
}
