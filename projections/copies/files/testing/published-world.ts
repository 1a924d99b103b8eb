// Setup for tests of published models: an indexer that publishes the models of a world's chain in a directory, and replicas that
// follow it over HTTP.
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { startTestServer } from '../../../../api/http/testing/test-server.ts'
import { publishedRoutes } from '../../../../api/models/published-models.ts'
import { silent } from '../../../../tests/kit/silent.ts'
import { temporaryDirectory } from '../../../../tests/kit/temporary-directory.ts'
import { until } from '../../../../tests/kit/until.ts'
import { scanState } from '../../../engine/table/scan.ts'
import { launchpadModels } from '../../../launchpad-models.ts'
import { ModelsReader } from '../../../read/reader/models-reader.ts'
import { mainnetOperations as operations } from '../../../testing/mainnet-operations.ts'
import { Replica, type ReplicaStep } from '../../receive/replica.ts'
import { Indexer, type World } from '../../testing/indexer.ts'
import { MANIFEST, readManifest } from '../layout.ts'
import { ModelsPublishing } from '../models-publishing.ts'
import { PublishedLink } from '../published-link.ts'
import { publishedSource } from '../published-source.ts'

export const rules = launchpadModels('mainnet', operations)

export const manifestIn = (directory: string) =>
  readManifest(MANIFEST, readFileSync(join(directory, MANIFEST), 'utf8'))

/** Address of a server that listens until the test ends. */
export const addressOf = async (t: TestContext, server: Server): Promise<string> => {
  // A client on the same event loop would write on a connection that the server closes as idle after a long step.
  server.keepAliveTimeout = 0
  t.after(() => {
    server.close()
    server.closeAllConnections()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** A directory that is served over HTTP. */
export const published = async (t: TestContext) => {
  const directory = temporaryDirectory(t)
  const { url } = await startTestServer(t, publishedRoutes(directory))
  return { directory, url: `${url}/models` }
}

/** An indexer of the world's chain that publishes its models, with a snapshot every few commits. */
export class Origin {
  readonly #indexer = new Indexer()
  readonly #into: string
  #publishing: ModelsPublishing | undefined

  constructor(into: string) {
    this.#into = into
  }

  get models(): Indexer['models'] {
    return this.#indexer.models
  }

  begin(): void {
    const { directory } = this.models
    this.#publishing = new ModelsPublishing({
      directory,
      into: this.#into,
      models: rules,
      logger: silent,
      least: 0,
    })
    this.#publishing.run()
  }

  follow({ blocks }: World): void {
    this.#indexer.follow(blocks)
  }

  untilPublished(): Promise<unknown> {
    return until(
      'the last block in the manifest',
      () => manifestIn(this.#into).state.id === this.models.folding.checkpoint?.id,
    )
  }

  /** Stops publishing; the manifest is not written again. */
  async end(): Promise<void> {
    await this.#publishing?.close()
  }

  /** Ends like a killed process: it leaves a file half written, and a file that no manifest names. */
  async die(): Promise<void> {
    await this.end()
    const { load, version } = manifestIn(this.#into).state
    for (const name of [`${version + 1}.json.gz`, `${version + 1}-0123456789abcdef-0.json.gz.part`])
      writeFileSync(join(this.#into, load, name), 'rubbish')
  }

  async close(): Promise<void> {
    await this.end()
    this.#indexer.close()
  }
}

/** A replica of a published directory. */
export class Reader {
  readonly #directory: string
  readonly #link: PublishedLink
  readonly #replica: Replica<PublishedLink>
  loads = 0

  constructor(directory: string, url: string) {
    this.#directory = directory
    this.#link = new PublishedLink(url, new AbortController().signal)
    this.#replica = new Replica({
      directory,
      source: publishedSource(url, rules, 'mainnet'),
      network: 'mainnet',
      rules,
    })
  }

  async step(): Promise<ReplicaStep> {
    const step = await this.#replica.step(this.#link)
    if (step.kind === 'loaded') this.loads++
    return step
  }

  /** Repeats steps until the replica has the last block of the models, and then all of their rows. */
  async catchUp({ models: { tables, database, folding } }: Origin): Promise<void> {
    await until('the last block', async () => {
      await this.step()
      return this.#replica.state?.id === folding.checkpoint?.id
    })
    const reader = new ModelsReader(this.#directory)
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
    this.#replica.close()
  }
}
