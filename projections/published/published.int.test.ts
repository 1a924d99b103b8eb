// The law of published models: whenever a reader looks, and whatever happens to the publisher, the reader's file holds the rows of
// one of the publisher's blocks; and a replica that publishes again passes on the same. Chains and forks at random; the seed is
// printed, and SEED=n runs it again.
import assert from 'node:assert/strict'
import { readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { gunzipSync, gzipSync } from 'node:zlib'
import { seeds } from '../../fixtures/testing/random-runs.ts'
import { silent } from '../../fixtures/testing/silent.ts'
import { temporaryDirectory } from '../../fixtures/testing/temporary-directory.ts'
import { until } from '../../fixtures/testing/until.ts'
import { scanState } from '../engine/table/scan.ts'
import { launchpadModels } from '../launchpad-models.ts'
import { CopyDamaged } from '../postgres/replica/copy-source.ts'
import { Replica, type ReplicaStep } from '../postgres/replica/replica.ts'
import { CopyDiffers } from '../postgres/replica/replica-models.ts'
import { World, Writer } from '../postgres/testing/mirror-world.ts'
import { ModelsReader } from '../read/reader/models-reader.ts'
import { randomFrom } from '../testing/generated-chain.ts'
import { mainnetOperations as operations } from '../testing/mainnet-operations.ts'
import { MANIFEST, readManifest } from './layout.ts'
import { ModelsPublishing } from './models-publishing.ts'
import { PublishedLink } from './published-link.ts'
import { publishedSource } from './published-source.ts'
import { ReplicaPublishing } from './replica-publishing.ts'
import { servePublished } from './serve-published.ts'

const drawn = seeds(1)
const rules = launchpadModels('mainnet', operations)

const manifestIn = (directory: string) =>
  readManifest(MANIFEST, readFileSync(join(directory, MANIFEST), 'utf8'))

/** A directory that is served over HTTP. */
const published = async (t: TestContext) => {
  const directory = temporaryDirectory(t)
  const server = servePublished(directory)
  t.after(() => {
    server.close()
    server.closeAllConnections()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { directory, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

/** An indexer of the world's chain that publishes its models, with a snapshot every few commits. */
class Origin {
  readonly #writer = new Writer('', '')
  readonly #into: string
  #publishing: ModelsPublishing | undefined

  constructor(into: string) {
    this.#into = into
  }

  get models(): Writer['models'] {
    return this.#writer.models
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
    this.#writer.follow(blocks)
  }

  untilPublished(): Promise<unknown> {
    return until(
      'the last block in the manifest',
      () => manifestIn(this.#into).state.id === this.models.folding.checkpoint?.id,
    )
  }

  /** Ends as by a kill that leaves a file half written, and one that no manifest names. */
  async die(): Promise<void> {
    await this.#publishing?.close()
    const { load, version } = manifestIn(this.#into).state
    for (const name of [`${version + 1}.json.gz`, `${version + 1}-0123456789abcdef-0.json.gz.part`])
      writeFileSync(join(this.#into, load, name), 'rubbish')
  }

  async close(): Promise<void> {
    await this.#publishing?.close()
    this.#writer.close()
  }
}

/** A replica of a published directory, which may publish on. */
class Reader {
  readonly #directory: string
  readonly #link: PublishedLink
  readonly #replica: Replica<PublishedLink>
  readonly #publishing: ReplicaPublishing | undefined
  loads = 0

  constructor(directory: string, url: string, into?: string) {
    this.#directory = directory
    this.#link = new PublishedLink(url, new AbortController().signal)
    this.#publishing =
      into === undefined
        ? undefined
        : new ReplicaPublishing({ directory, into, rules, logger: silent, least: 0 })
    this.#replica = new Replica({
      directory,
      source: publishedSource(url, rules, 'mainnet'),
      network: 'mainnet',
      rules,
      onApplied: (difference) => this.#publishing?.applied(difference),
    })
  }

  async step(): Promise<ReplicaStep> {
    const step = await this.#replica.step(this.#link)
    if (step.kind === 'loaded') {
      this.loads++
      this.#publishing?.loaded(step.state)
    }
    return step
  }

  /** Steps until it holds the last block of the models, whose rows it then has. */
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

  async close(): Promise<void> {
    await this.#publishing?.close()
    this.#replica.close()
  }
}

const life = async (t: TestContext, seed: number): Promise<void> => {
  const world = new World(randomFrom(seed))
  const [first, second] = [await published(t), await published(t)]
  const origin = new Origin(first.directory)
  const relay = new Reader(temporaryDirectory(t), first.url, second.directory)
  const [behind, seldom] = [second, first].map(({ url }) => new Reader(temporaryDirectory(t), url))
  assert.ok(behind && seldom)
  try {
    origin.begin()
    assert.deepEqual(await relay.step(), {
      kind: 'waiting',
      reason: 'nothing is published at MODELS_URL yet',
    })
    world.grow(12)
    for (let step = 0; step < 12; step++) {
      if (world.random() < 0.5) world.grow(1 + world.below(4))
      else world.fork(1 + world.below(14), 1 + world.below(14))
      if (world.random() < 0.2) {
        if (step > 0) await origin.die()
        origin.begin()
      }
      origin.follow(world)
      await origin.untilPublished()
      await relay.catchUp(origin)
      await behind.catchUp(origin)
      if (world.random() < 0.3) await seldom.catchUp(origin)
    }
    assert.deepEqual([relay.loads, behind.loads], [1, 1], 'what was published was continued')
  } finally {
    for (const one of [relay, behind, seldom, origin]) await one.close()
  }
}

test(`replicas of published models, and replicas of those, hold what the indexer holds, over ${drawn.length} chain(s) with forks and kills`, async (t) => {
  for (const seed of drawn)
    try {
      await life(t, seed)
    } catch (error) {
      t.diagnostic(`SEED=${seed}`)
      throw error
    }
})

test('files that are damaged, missing, of other rows or of another service are refused in words, and what serves stays', async (t) => {
  const world = new World(randomFrom(5))
  const { directory, url } = await published(t)
  const origin = new Origin(directory)
  const reader = new Reader(temporaryDirectory(t), url)
  t.after(async () => {
    await reader.close()
    await origin.close()
  })
  world.grow(20)
  origin.begin()
  origin.follow(world)
  await origin.untilPublished()
  await reader.catchUp(origin)
  world.grow(1)
  origin.follow(world)
  await origin.untilPublished()
  const { load, version } = manifestIn(directory).state
  const file = join(directory, load, `${version}.json.gz`)
  const text = readFileSync(join(directory, MANIFEST), 'utf8')
  const refused = (message: RegExp, kind: typeof CopyDamaged | typeof CopyDiffers = CopyDamaged) =>
    assert.rejects(reader.step(), (error) => error instanceof kind && message.test(error.message))
  const good = readFileSync(file)

  truncateSync(file, good.length - 9)
  await refused(/cannot be unpacked .*: it is damaged or too large$/)
  rmSync(file)
  await refused(/is missing, though the manifest names it$/)
  writeFileSync(file, good)
  writeFileSync(join(directory, MANIFEST), text.replace('"format":1', '"format":2'))
  await refused(/^manifest.json is no manifest of this version of the service \(\/format/)
  writeFileSync(join(directory, MANIFEST), 'x'.repeat(1_048_577))
  await assert.rejects(reader.step(), /more than 1048576 bytes/)

  const others = [
    [
      '"network":"mainnet"',
      '"network":"preprod"',
      /^MODELS_URL holds models of preprod, but NETWORK is mainnet: /,
    ],
    [/"source":"[^"]*/, '"source":"0', /^the models in MODELS_URL were folded by other rules: /],
    [
      /"bars":\{"version":"[^"]*/,
      '"bars":{"version":"0',
      /^MODELS_URL holds another version of bars, or lacks it: /,
    ],
    [/"layout":\d+/, '"layout":0', /^MODELS_URL holds a copy of another version of this service: /],
  ] as const
  for (const [from, to, reason] of others) {
    writeFileSync(join(directory, MANIFEST), text.replace(from, to))
    const other = new Reader(temporaryDirectory(t), url)
    const step = await other.step()
    await other.close()
    assert.match(step.kind === 'waiting' ? step.reason : step.kind, reason)
  }

  writeFileSync(join(directory, MANIFEST), text)
  const { digest } = manifestIn(directory).state
  writeFileSync(file, gzipSync(gunzipSync(good).toString().replaceAll(digest, '0123456789abcdef')))
  await refused(/has digest [0-9a-f]{16}, but its source says 0123456789abcdef$/, CopyDiffers)
  writeFileSync(file, good)
  await reader.catchUp(origin)
  assert.equal(reader.loads, 2)
})
