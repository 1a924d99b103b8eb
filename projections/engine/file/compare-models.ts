// Compares everything that responses show from a models' file with its rules and the log from which it was folded. The stored digest is
// updated by addition, so it does not show that a bit of a row was flipped. Only a read of all rows finds such a flip. What no response
// shows is not compared: the journal and earlier digests, which forks use; changes of earlier commits; views for people.
import type Database from 'better-sqlite3'
import type { BlockEvent } from '../../../schema/events.ts'
import { damaged } from '../../../schema/platform/storage-error.ts'
import { formatPoint, type Hex, type Tip } from '../../../schema/primitives.ts'
import { events } from '../fold/event-table.ts'
import type { Checkpoint } from '../fold/projector.ts'
import { CHECKPOINT_SQL, GENESIS_SLOT } from '../fold/projector-statements.ts'
import { Digest } from '../table/digest.ts'
import { type ScannedState, scanning } from '../table/scan.ts'
import { LEDGER_PART, NEWEST_DIGEST_SQL, readGenerations, sqlNameOf } from './generations.ts'
import { checkSchema, isFoldedBy, type ModelsOptions } from './models-database.ts'

/** The block of a row, and blocks that may be undone. */
interface LoggedBlocks {
  at(seq: number): Tip | undefined
  blockAt(slot: number, id: Hex): { readonly block: BlockEvent } | undefined
}

export interface Compared {
  /** Undefined before the first block. */
  readonly checkpoint: Checkpoint | undefined
  readonly state: ScannedState
}

interface KeptBlock extends Tip {
  readonly transactions: number
}

/** The first problem outside the rows. */
const engineProblem = <Event>(
  database: Database.Database,
  rules: ModelsOptions<Event>,
  version: number,
): string | undefined => {
  const all = (sql: string) => database.prepare(sql).raw().all()
  const [network, ...others] = all('SELECT network FROM identity').flat()
  if (network !== rules.network || others.length > 0) return `they are of the network ${network}`
  if (!isFoldedBy(database, rules)) return 'their versions are not those of this service'
  for (const { name, tables, stopped } of readGenerations(database)) {
    const model = rules.models.find((one) => one.name === name)
    if (stopped !== null || `${tables}` !== `${model?.tables.map((table) => table.name)}`)
      return `the row of ${name} in model_generations is not what was written`
  }
  if (!/^1,[01]$/.test(`${all('SELECT only, journal FROM control')}`)) return 'control has no row'
  if (all(`SELECT 1 FROM changes WHERE version > ${version} LIMIT 1`).length > 0)
    return 'they have changes after the version of their checkpoint'
  return undefined
}

/**
 * Compares the kept blocks with the checkpoint and the log.
 * @returns the first problem
 */
function* blocksProblem(
  database: Database.Database,
  checkpoint: Checkpoint,
  log: LoggedBlocks,
): Generator<void, string | undefined> {
  if (checkpoint.slot !== GENESIS_SLOT && log.at(checkpoint.seq)?.id !== checkpoint.id)
    return `they end at block ${checkpoint.id}, which the log does not have in row ${checkpoint.seq}`
  const blocks = database.prepare('SELECT slot, id, height, transactions FROM blocks ORDER BY slot')
  const kept = blocks.all() as KeptBlock[]
  const textOf = ({ slot, id, height }: Tip): string => `${slot}.${id} ${height}`
  const last = kept.at(-1)
  if (last === undefined || textOf(last) !== textOf(checkpoint))
    return 'blocks does not end at the checkpoint'
  for (const [at, { slot, id, height, transactions }] of kept.entries()) {
    yield
    if (slot === GENESIS_SLOT) continue
    const block = log.blockAt(slot, id)?.block
    const before = kept[at - 1]
    // At or before its base, the log does not know a block's number of transactions.
    if (block?.height !== height || (block.base === undefined && block.transactions.length !== transactions))
      return `the log has another block than ${formatPoint({ slot, id })} (height ${height}, ${transactions} transactions)`
    // The point before the first block is in no log.
    const isPlace =
      before?.slot !== GENESIS_SLOT || (before.height === height - 1 && before.transactions === 0)
    if (before !== undefined && (block.parent !== before.id || !isPlace))
      return `blocks lacks the block before ${slot}.${id}`
  }
  return undefined
}

const digestProblem = <Event>(
  database: Database.Database,
  { source, models }: ModelsOptions<Event>,
  digest: string,
  state: ScannedState,
): string | undefined => {
  const newest = database.prepare(NEWEST_DIGEST_SQL).pluck()
  const parts: [part: string, tables: readonly { readonly name: string }[]][] = [
    [LEDGER_PART, [events, ...source.tables]],
    ...readGenerations(database).map(({ name, generation }): (typeof parts)[number] => [
      sqlNameOf(name, generation),
      models.find((model) => model.name === name)?.tables ?? [],
    ]),
  ]
  for (const [part, tables] of parts) {
    const rows = `${Digest.sum(tables.map(({ name }) => Digest.parse(state.tables[name] ?? '')))}`
    const stored = newest.get(part) ?? `${new Digest()}`
    if (rows !== stored) return `the rows of ${part} have digest ${rows}, but ${stored} is stored`
  }
  return state.digest === digest ? undefined : `its rows have digest ${state.digest}, but ${digest} is stored`
}

/**
 * Runs in the caller's read transaction. The caller may pause at each yield.
 * @param log undefined for a copy, which has only rows and a digest
 * @throws {StorageError} at the first difference, or if a row cannot be read
 */
export function* comparing<Event>(
  database: Database.Database,
  rules: ModelsOptions<Event>,
  log: LoggedBlocks | undefined,
): Generator<void, Compared> {
  const check = (problem: string | undefined): void => {
    if (problem !== undefined) throw damaged(database.name, 'models', problem)
  }
  const checkpoint = database.prepare(CHECKPOINT_SQL).get() as Checkpoint | undefined
  if (log !== undefined) {
    check(engineProblem(database, rules, checkpoint?.version ?? 0))
    checkSchema(database, rules)
    if (checkpoint !== undefined) check(yield* blocksProblem(database, checkpoint, log))
  }
  const tables = [events, ...rules.source.tables, ...rules.models.flatMap((model) => model.tables)]
  const state = yield* scanning(database, tables)
  const digest = checkpoint?.digest ?? `${new Digest()}`
  if (log !== undefined) check(digestProblem(database, rules, digest, state))
  else if (state.digest !== digest) check(`its rows have digest ${state.digest}, but ${digest} is stored`)
  return { checkpoint, state }
}
