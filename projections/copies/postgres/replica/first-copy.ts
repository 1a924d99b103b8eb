// Copies everything into a file that readers do not find yet. Rows are read in pages by key, each in a statement of its own. So no
// transaction stays open over a slow connection, and a lost connection costs one page.
//
// The pages are of several versions, but the result is of one. A key is in the range of only one page. A row that no commit has changed
// since the first page is the same at every version, so its page has it. Every other row is in the differences of the commits, with its
// value after each commit. They are applied in order, from the version before the first page to a version at least as new as that of the
// last page, so these rows have their values at that version, whatever the pages had. Only then is the digest compared and the file
// finished. If PostgreSQL is loaded again, other tables have the same names, and the copy begins again.
import type { Point } from '../../../../schema/primitives.ts'
import type { Table } from '../../../engine/table/table.ts'
import type { CopyState } from '../../protocol/copy-state.ts'
import { CopyMoved, type WholeCopy } from '../../receive/copy-source.ts'
import { copiedTables, ReplicaModels } from '../../receive/replica-models.ts'
import type { DescribedModels } from '../../source/models-source.ts'
import { type Session, sendTogether } from '../session.ts'
import { type CopiedKey, type Page, readPage } from './copied-rows.ts'
import { COMMITS, type CopyBeginning, readDifferences, readPlace } from './replica-source.ts'

/** Number of rows in the first page of each table, and maximum number in any page. */
const FIRST = 100
const MOST = 10_000

/** Target of a round of pages in milliseconds and characters, which determines the number of rows of the next round. */
const ROUND = 1_000
const CHARACTERS = 4_194_304

interface FirstCopyOptions {
  readonly schema: string
  readonly network: string
  readonly rules: DescribedModels
  /** Called while rows arrive, with their number and PostgreSQL's estimate of the final number. */
  readonly onProgress: (rows: number, of: number) => void
}

export class FirstCopy implements WholeCopy<Session> {
  readonly #options: FirstCopyOptions
  readonly models: ReplicaModels
  readonly #tables: ReadonlyMap<string, Table>
  readonly #expected: number
  /** Tables that are not completely read, each with the key of the last row. */
  readonly #left: Map<Table, CopiedKey | undefined>
  /** State of the copy at the beginning; once all pages are read, the state up to which changes were applied. */
  #state: CopyState
  /** Version that is at least the version of every page. */
  #seen: number
  /** Number of rows of the next pages, and of commits per request; both decrease after each failure. */
  #limit = FIRST
  #commits = COMMITS
  #rows = 0

  /** @param path path of the finished file */
  constructor(path: string, { state, blocks, rows }: CopyBeginning, options: FirstCopyOptions) {
    const tables = copiedTables(options.rules)
    this.#options = options
    this.models = new ReplicaModels(path, options.rules, options.network)
    this.models.loadBlocks(blocks)
    this.#tables = new Map(tables.map((table) => [table.name, table]))
    this.#expected = rows
    this.#left = new Map(tables.map((table) => [table, undefined]))
    this.#state = state
    this.#seen = state.version
  }

  get load(): string {
    return this.#state.load
  }

  async run(session: Session): Promise<CopyState | undefined> {
    while (this.#left.size > 0) await this.#readRound(session)
    while (await this.#catchUp(session));
    if (this.#state.version < this.#seen) return undefined
    this.models.finish(this.#state)
    return this.#state
  }

  /** Reads a page of every remaining table, in one round trip. */
  async #readRound(session: Session): Promise<void> {
    const { schema } = this.#options
    const limit = this.#limit
    this.#limit = Math.ceil(limit / 4)
    const beganAt = performance.now()
    let characters = 0
    const readNext = async (table: Table, after: CopiedKey | undefined): Promise<void> => {
      const page = await readPage(session, schema, table, after, limit)
      characters += page.characters
      this.#add(table, page)
    }
    const readEnd = async (): Promise<void> => {
      const { load, version } = await readPlace(session, schema)
      if (load !== this.load) throw new CopyMoved('the copy was replaced')
      this.#seen = Math.max(this.#seen, version)
    }
    // The snapshot of the last statement is not older than the snapshots of the pages.
    await sendTogether(session, () => [
      ...[...this.#left].map(([table, after]) => readNext(table, after)),
      readEnd(),
    ])
    const factor = Math.min(2, ROUND / (performance.now() - beganAt), CHARACTERS / Math.max(1, characters))
    this.#limit = Math.min(MOST, Math.max(1, Math.floor(limit * factor)))
  }

  /** Applies the next commits. @returns whether there were any. */
  async #catchUp(session: Session): Promise<boolean> {
    const commits = this.#commits
    this.#commits = Math.ceil(commits / 4)
    const { schema } = this.#options
    const hasPassed = (point: Point): boolean => this.models.hasPassed(point)
    const differences = await readDifferences(session, schema, this.#tables, this.#state, hasPassed, commits)
    this.#commits = Math.min(COMMITS, commits * 2)
    if (differences === 'everything') throw new CopyMoved('the missed changes are no longer stored')
    for (const difference of differences) this.models.catchUp(difference)
    this.#state = differences.at(-1)?.state ?? this.#state
    return differences.length > 0
  }

  #add(table: Table, { rows, last }: Page): void {
    this.models.load(table, rows)
    if (last === undefined) this.#left.delete(table)
    else this.#left.set(table, last)
    this.#rows += rows.length
    this.#options.onProgress(this.#rows, Math.max(this.#rows, this.#expected))
  }
}
