// Publications that somebody removes while the indexer runs, wholly or in part. The indexer publishes them again. Replicas continue with
// equal rows and without another copy, and new replicas can begin.
import assert from 'node:assert/strict'
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { jetstreamManager } from '@nats-io/jetstream'
import { seedOf } from '../../../tests/kit/random-runs.ts'
import { temporaryDirectory } from '../../../tests/kit/temporary-directory.ts'
import { MANIFEST } from './layout.ts'
import { NatsCarrier } from './nats/nats-carrier.ts'
import { NatsFiles } from './nats/nats-files.ts'
import { skip as noNats, startNats } from './nats/testing/nats-server.ts'
import { ObjectFiles } from './object-files.ts'
import type { Carrier } from './published-link.ts'
import type { PublishedStore } from './published-store.ts'
import { published, publishing, Reader } from './testing/published-world.ts'
import { KEYS, testObjectStore } from './testing/test-object-store.ts'

/** Interval in ms between two checks whether the publication exists. For an object store a service checks less often, because requests cost money. */
const CHECK_MS = 100

interface Place {
  readonly into: string | PublishedStore
  readonly source: string | Carrier
  readonly removals: readonly (() => unknown)[]
}

const isManifest = (name: string): boolean => name.endsWith(MANIFEST)

const PLACES: Readonly<Record<string, (t: TestContext) => Promise<Place>>> = {
  async 'a directory'(t) {
    const { directory, url } = await published(t)
    const remove = (isRemoved: (name: string) => boolean) => (): void => {
      for (const name of readdirSync(directory).filter(isRemoved))
        rmSync(join(directory, name), { recursive: true })
    }
    const removals = [remove(() => true), remove(isManifest), remove((name) => !isManifest(name))]
    return { into: directory, source: url, removals }
  },
  async 'an object store'(t) {
    const { objects, url } = await testObjectStore(t)
    const into = Object.assign(new ObjectFiles({ ...KEYS, url }), { reportInterval: CHECK_MS })
    const remove = (isRemoved: (name: string) => boolean) => (): void => {
      for (const name of [...objects.keys()].filter(isRemoved)) objects.delete(name)
    }
    const removals = [remove(() => true), remove(isManifest), remove((name) => !isManifest(name))]
    return { into, source: url, removals }
  },
  async 'a stream of NATS'(t) {
    const nats = await startNats(t)
    const { streams } = await jetstreamManager(await nats.stranger())
    const removals = [() => streams.purge('models'), () => streams.delete('models')]
    return { into: new NatsFiles(nats.address()), source: new NatsCarrier(nats.address()), removals }
  },
}

for (const [kind, place] of Object.entries(PLACES))
  test(`what is removed from ${kind} is published again, and replicas continue`, {
    skip: kind.endsWith('NATS') && noNats,
  }, async (t) => {
    const { into, source, removals } = await place(t)
    const { origin, reader, publish } = publishing(t, seedOf(t), into, source)
    origin.begin()
    await publish(12)
    await reader.catchUp(origin)
    for (const remove of removals) {
      await remove()
      const late = new Reader(temporaryDirectory(t), source)
      t.after(() => late.close())
      await late.catchUp(origin)
      await publish(1)
      await reader.catchUp(origin)
    }
    assert.equal(reader.loads, 1)
  })
