// Setup for tests of published models: an indexer that publishes the models of a test chain to a directory, and replicas that follow it
// over HTTP.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import type { Server } from 'node:http'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { startTestServer } from '../../../../api/http/testing/test-server.ts'
import { NextManifest } from '../../../../api/models/next-manifest.ts'
import { publishedRoutes } from '../../../../api/models/published-models.ts'
import { listen } from '../../../../tests/kit/listen.ts'
import { silent } from '../../../../tests/kit/silent.ts'
import { temporaryDirectory } from '../../../../tests/kit/temporary-directory.ts'
import { until } from '../../../../tests/kit/until.ts'
import { columnNames, list, quote } from '../../../engine/table/ddl.ts'
import { scanState } from '../../../engine/table/scan.ts'
import { launchpadModels } from '../../../launchpad-models.ts'
import { type Change, ModelsReader } from '../../../read/reader/models-reader.ts'
import { mainnetOperations as operations } from '../../../testing/mainnet-operations.ts'
import { mainnetModels } from '../../../testing/test-models.ts'
import { CopyWriting } from '../../protocol/copy-writing.ts'
import { Replica, type ReplicaStep } from '../../receive/replica.ts'
import { copiedTables } from '../../source/models-source.ts'
import { Indexer, World } from '../../testing/indexer.ts'
import { httpCarrier } from '../http-carrier.ts'
import { MANIFEST, type Manifest, readManifest } from '../layout.ts'
import { PublicationPlace } from '../publication-place.ts'
import { PublishedFiles } from '../published-files.ts'
import { type Carrier, PublishedLink } from '../published-link.ts'
import { AnotherSource, PublishedSource } from '../published-source.ts'
import type { PublishedStore } from '../published-store.ts'

export const rules = mainnetModels()

export const manifestIn = (directory: string) =>
  readManifest(MANIFEST, readFileSync(join(directory, MANIFEST), 'utf8'))

export const addressOf = async (t: Pick<TestContext, 'after'>, server: Server): Promise<string> => {
  // A client on the same event loop could write to a connection that the server closes after a long step.
  server.keepAliveTimeout = 0
  return `http://127.0.0.1:${await listen(t, server)}`
}

export const published = async (t: TestContext) => {
  const directory = temporaryDirectory(t)
  // The server does not hold requests of a reader that has everything.
  const next = new NextManifest(join(directory, MANIFEST), 1)
  const { url } = await startTestServer(t, publishedRoutes(directory, next))
  return { directory, url: `${url}/models` }
}

/** Makes a snapshot every few commits. */
export class Origin {
  readonly #indexer: Indexer
  readonly #rules: typeof rules
  readonly #store: PublishedStore
  #publishing: CopyWriting | undefined

  constructor(into: string | PublishedStore, ofIndexer = operations) {
    this.#indexer = new Indexer([], ofIndexer)
    this.#rules = launchpadModels('mainnet', ofIndexer)
    this.#store = typeof into === 'string' ? new PublishedFiles(into) : into
  }

  get models(): Indexer['models'] {
    return this.#indexer.models
  }

  begin(): void {
    const { directory } = this.models
    const common = { directory, models: this.#rules, logger: silent }
    const place = new PublicationPlace({ ...common, store: this.#store, least: 0 })
    this.#publishing = new CopyWriting({ ...common, place })
    this.#publishing.run()
  }

  follow({ blocks }: World): void {
    this.#indexer.follow(blocks)
  }

  /** The manifest is not written again. */
  async end(): Promise<void> {
    await this.#publishing?.close()
  }

  async close(): Promise<void> {
    await this.end()
    this.#indexer.close()
  }
}

/** Rows as text, with the announcement of a changed row. */
type Announced = ReadonlyMap<string, string>

const announcedRows = ({ database }: ModelsReader): Announced =>
  new Map(
    copiedTables(rules).flatMap((table) => {
      const { topics } = table
      if (topics === undefined) return []
      const names = columnNames(table)
      const json = (name: string): string =>
        table.columns[name]?.sqlite === 'BLOB' ? `lower(hex(${quote(name)}))` : quote(name)
      const key = `json_array(${table.key.map(json).join(', ')})`
      const named = Object.entries(topics).map(([topic, column]) => `'${topic}', ${json(column)}`)
      const rows = database
        .prepare(`SELECT ${list(names)}, ${key}, json_object(${named.join(', ')}) FROM ${quote(table.name)}`)
        .raw()
        .safeIntegers()
        .all() as unknown[][]
      return rows.map((row) => [
        JSON.stringify([table.name, ...row], (_, value) => (typeof value === 'bigint' ? `${value}n` : value)),
        JSON.stringify([table.name, JSON.parse(String(row.at(-2))), JSON.parse(String(row.at(-1)))]),
      ])
    }),
  )

/** Each difference between two steps must be announced. */
class Listener {
  readonly #reader: ModelsReader
  readonly #changes: (readonly Change[] | null)[] = []
  #before: Announced
  /** Rows that differed and were announced. */
  announced = 0

  constructor(directory: string) {
    this.#reader = new ModelsReader(directory)
    this.#reader.on('changed', (changes) => this.#changes.push(changes))
    this.#before = announcedRows(this.#reader)
  }

  check(): void {
    this.#reader.refresh()
    const after = announcedRows(this.#reader)
    const announced = this.#changes.splice(0)
    if (!announced.includes(null)) {
      const names = new Set(
        announced
          .flatMap((changes) => changes ?? [])
          .map(({ table, key, topics }) => JSON.stringify([table, key, topics])),
      )
      const differing = [
        ...[...this.#before].filter(([row]) => !after.has(row)),
        ...[...after].filter(([row]) => !this.#before.has(row)),
      ].map(([, name]) => name)
      this.announced += differing.length
      assert.deepEqual(
        differing.filter((name) => !names.has(name)),
        [],
        'every row that differs is announced under its topics',
      )
    }
    this.#before = after
  }

  close(): void {
    this.#reader.close()
  }
}

/** Never waits before other directories are checked, nor for unreadable ones. */
const NO_WAITS = { stall: 0, grace: 0 }

type Source = Carrier | string
const carrierOf = (source: Source): Carrier => (typeof source === 'string' ? httpCarrier(source) : source)

/** Connects again after each failure. */
export class Reader {
  readonly directory: string
  readonly #listener: Listener
  readonly #source: PublishedSource
  readonly #replica: Replica
  readonly #ending = new AbortController()
  #link: PublishedLink | undefined
  /** Number of full copies. */
  loads = 0
  /** Number of changes of the publication. */
  moves = 0

  constructor(directory: string, sources: Source | readonly Source[], times = NO_WAITS) {
    this.directory = directory
    this.#source = new PublishedSource([sources].flat().map(carrierOf), rules, times)
    this.#replica = new Replica({
      directory,
      source: this.#source,
      rules,
    })
    this.#listener = new Listener(directory)
  }

  get announced(): number {
    return this.#listener.announced
  }

  async step(): Promise<ReplicaStep> {
    this.#link ??= this.#source.connect(this.#ending.signal)
    const step = await this.#replica.step(this.#link).catch((error: unknown) => {
      this.#link = undefined
      if (error instanceof AnotherSource) this.moves++
      throw error
    })
    if (step.kind === 'loaded') this.loads++
    if (step.kind === 'loaded' || step.kind === 'applied') this.#listener.check()
    return step
  }

  get height(): number | undefined {
    return this.#replica.state?.height
  }

  distrust(): void {
    this.#replica.distrust()
  }

  /** Checks all rows at the models' last block. */
  async catchUp({ models: { tables, database, folding } }: Origin): Promise<void> {
    await until('the last block', async () => {
      await this.step()
      return this.#replica.state?.id === folding.checkpoint?.id
    })
    const reader = new ModelsReader(this.directory)
    try {
      assert.deepEqual(scanState(reader.database, tables), scanState(database, tables))
      const { slot, id, height, digest } = folding.checkpoint ?? {}
      const own = reader.checkpoint
      assert.deepEqual([own?.slot, own?.id, own?.height, own?.digest], [slot, id, height, digest])
      const blocks = 'SELECT slot, id, height, journaled, transactions FROM blocks ORDER BY slot'
      assert.deepEqual(reader.database.prepare(blocks).all(), database.prepare(blocks).all())
    } finally {
      reader.close()
    }
  }

  close(): void {
    this.#ending.abort()
    this.#listener.close()
    this.#replica.close()
  }
}

/** @returns the manifest with the indexer's last block */
export const untilPublished = async ({ models }: Origin, source: Source): Promise<Manifest> => {
  const link = new PublishedLink(carrierOf(source), new AbortController().signal)
  return until('the last block in the manifest', async () => {
    const manifest = await link.look()
    return manifest?.state.id === models.folding.checkpoint?.id && manifest
  })
}

/**
 * Closed when the test ends.
 * @param published source that `publish` reads until the blocks are there
 */
export const publishing = (
  t: TestContext,
  seed: number,
  into: string | PublishedStore,
  source: Source,
  published = source,
) => {
  const world = new World(seed)
  const origin = new Origin(into)
  const reader = new Reader(temporaryDirectory(t), source)
  t.after(async () => {
    reader.close()
    await origin.close()
  })
  return {
    ...{ world, origin, reader },
    publish(blocks = 0): Promise<Manifest> {
      world.grow(blocks)
      origin.follow(world)
      return untilPublished(origin, published)
    },
  }
}
