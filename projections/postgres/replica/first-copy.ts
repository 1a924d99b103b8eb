// The first copy of everything into a file that no reader finds yet. Rows are read in pages by key, each page a statement
// of its own: no transaction is open while a slow link carries them, and a connection that is cut costs one page.
//
// The pages are of several versions, but the result is of one. A key is in the range of one page alone. A row that no commit
// has touched since the first page is the same at every version, so its page holds it. The commits' differences name every
// other row, with its value after each commit: taken in in their order, from the version at which the copy began to one
// that is not lower than any page's, they leave these rows as they are at that version, whatever their pages held. Only then
// is the digest compared and the file finished. Another load has other tables under the same names: it begins the copy again.
import type { Table } from '../../engine/table/table.ts'
import type { DescribedModels } from '../mirror/models-source.ts'
import type { MirrorState } from '../mirror-state.ts'
import { type Session, sendTogether } from '../session.ts'
import { type CopiedKey, type Page, readPage } from './copied-rows.ts'
import { CopyMoved, type WholeCopy } from './copy-source.ts'
import { copiedTables, ReplicaModels } from './replica-models.ts'
import { COMMITS, type CopyBeginning, readDifferences, readPlace } from './replica-source.ts'

/** Rows of the first page of each table, and of any page. */
const FIRST = 100
const MOST = 10_000

/** Milliseconds and characters that a round of pages aims at: what it takes decides on the number of rows of the next. */
const ROUND = 1_000
const CHARACTERS = 4_194_304

export interface FirstCopyOptions {
  readonly schema: string
  readonly network: string
  readonly rules: DescribedModels
  /** Called as rows come in, with how many there are, and how many there will be, which PostgreSQL estimates. */
  readonly onProgress: (rows: number, of: number) => void
}

export class FirstCopy implements WholeCopy<Session> {
  readonly #options: FirstCopyOptions
  readonly #models: ReplicaModels
  readonly #tables: ReadonlyMap<string, Table>
  readonly #expected: number
  /** Tables that are not read to their end, each with the key of the last row. */
  readonly #left: Map<Table, CopiedKey | undefined>
  /** Where the copy stood when it began; once all pages are in, as far as changes were taken in. */
  #state: MirrorState
  /** Version that is not lower than any page's. */
  #seen: number
  /** Rows of the next pages, and commits that are read at once: fewer after each failure. */
  #limit = FIRST
  #commits = COMMITS
  #rows = 0
  #isIntact = true

  /** @param path of the file once it is finished */
  constructor(path: string, { state, blocks, rows }: CopyBeginning, options: FirstCopyOptions) {
    const tables = copiedTables(options.rules)
    this.#options = options
    this.#models = new ReplicaModels(path, options.rules, options.network)
    this.#models.loadBlocks(blocks)
    this.#tables = new Map(tables.map((table) => [table.name, table]))
    this.#expected = rows
    this.#left = new Map(tables.map((table) => [table, undefined]))
    this.#state = state
    this.#seen = state.version
  }

  get load(): string {
    return this.#state.load
  }

  get isIntact(): boolean {
    return this.#isIntact
  }

  async run(session: Session): Promise<ReplicaModels | undefined> {
    while (this.#left.size > 0) await this.#readRound(session)
    while (await this.#catchUp(session));
    if (this.#state.version < this.#seen) return undefined
    this.#write(() => this.#models.finish(this.#state))
    return this.#models
  }

  discard(): void {
    this.#models.discard()
  }

  #write(work: () => void): void {
    try {
      work()
    } catch (error) {
      this.#isIntact = false
      throw error
    }
  }

  /** Reads a page of every table that is left, in one of the network's round trips. */
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
    // The last statement is of a snapshot that is not older than the pages'.
    await sendTogether(session, () => [
      ...[...this.#left].map(([table, after]) => readNext(table, after)),
      readEnd(),
    ])
    const factor = Math.min(2, ROUND / (performance.now() - beganAt), CHARACTERS / Math.max(1, characters))
    this.#limit = Math.min(MOST, Math.max(1, Math.floor(limit * factor)))
  }

  /** Takes in the next commits. @returns whether there were any. */
  async #catchUp(session: Session): Promise<boolean> {
    const commits = this.#commits
    this.#commits = Math.ceil(commits / 4)
    const { schema } = this.#options
    const differences = await readDifferences(session, schema, this.#tables, this.#state, commits)
    this.#commits = Math.min(COMMITS, commits * 2)
    if (differences === 'everything') throw new CopyMoved('changes that were missed are not kept any more')
    this.#write(() => {
      for (const difference of differences) this.#models.catchUp(difference)
    })
    this.#state = differences.at(-1)?.state ?? this.#state
    return differences.length > 0
  }

  #add(table: Table, { rows, last }: Page): void {
    this.#write(() => this.#models.load(table, rows))
    if (last === undefined) this.#left.delete(table)
    else this.#left.set(table, last)
    this.#rows += rows.length
    this.#options.onProgress(this.#rows, Math.max(this.#rows, this.#expected))
  }
}
