// Tests each carrier of an indexer's publication with replicas over slow links. The chain grows and forks, and the indexer or the carrier's
// server is killed. At each block, a replica has the same digest as the indexer at that block. `RUNS=42 LONGEST_TEST=900000 npm test --
// carriers` makes 504 blocks for ten replicas.
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { Random } from '../../devnet/actors/random.ts'
import { httpCarrier } from '../../projections/copies/files/http-carrier.ts'
import { MANIFEST, readManifest } from '../../projections/copies/files/layout.ts'
import { NatsCarrier } from '../../projections/copies/files/nats/nats-carrier.ts'
import { skip as noNats, startNats } from '../../projections/copies/files/nats/testing/nats-server.ts'
import { PublishedFiles } from '../../projections/copies/files/published-files.ts'
import type { Carrier } from '../../projections/copies/files/published-link.ts'
import { KEYS, testObjectStore } from '../../projections/copies/files/testing/test-object-store.ts'
import type { CopyState } from '../../projections/copies/protocol/copy-state.ts'
import { ReplicaFollowing } from '../../projections/copies/receive/replica-following.ts'
import { slowLink } from '../../projections/copies/testing/slow-link.ts'
import { openModelsForReading } from '../../projections/engine/file/models-database.ts'
import { scanState } from '../../projections/engine/table/scan.ts'
import { launchpadTables } from '../../projections/launchpad-models.ts'
import { readSettings } from '../../schema/config/settings.ts'
import { loadOperations } from '../../scripts/service/settings/configs.ts'
import { modelsPath } from '../../scripts/service/settings/data-directory.ts'
import { withClock } from '../../scripts/service/settings/network.ts'
import { startGrowingDevnet } from '../harness/growing-devnet.ts'
import { untilAt } from '../harness/recorded-devnet.ts'
import { startProcess } from '../harness/run-script.ts'
import { WatchedService } from '../harness/watched-service.ts'
import { freePort } from '../kit/free-port.ts'
import { runs, seedOf } from '../kit/random-runs.ts'
import { silent } from '../kit/silent.ts'
import { temporaryDirectory } from '../kit/temporary-directory.ts'
import { until } from '../kit/until.ts'

const RECORDED = 40
const BLOCKS = runs(12)
const REPLICAS = Math.min(10, runs(2))
const KILL = 24
/** The chain is longer than this before the first fork. */
const DEEPEST = 5
const LINK = { rate: 100_000, delay: 75 }

interface Place {
  readonly env: Readonly<Record<string, string>>
  /** The test gives replicas another port, on which the link is slow. */
  readonly port: number
  carrier(through: number): Carrier
  readManifest(): Promise<string | undefined>
  restart?(): Promise<void>
}

const PLACES: Readonly<Record<string, (t: TestContext) => Promise<Place>>> = {
  async files(t) {
    const [directory, port] = [temporaryDirectory(t), await freePort()]
    return {
      env: { PUBLISH_DIR: directory, PORT: String(port) },
      port,
      carrier: (through) => httpCarrier(`http://127.0.0.1:${through}/models`),
      readManifest: () => new PublishedFiles(directory).readManifest(),
    }
  },
  async 'an object store'(t) {
    const { url, objects } = await testObjectStore(t)
    const { origin, port, pathname } = new URL(url)
    return {
      env: {
        PORT: '0',
        PUBLISH_URL: `s3:/${pathname}`,
        AWS_ENDPOINT_URL: origin,
        AWS_REGION: KEYS.region,
        AWS_ACCESS_KEY_ID: KEYS.accessKeyId,
        AWS_SECRET_ACCESS_KEY: KEYS.secretAccessKey,
      },
      port: Number(port),
      carrier: (through) => httpCarrier(`http://127.0.0.1:${through}${pathname}`),
      readManifest: async () => objects.get(`launchpad/published/${MANIFEST}`)?.bytes.toString(),
    }
  },
  async NATS(t) {
    const nats = await startNats(t)
    const { server, stream } = nats.address()
    const files = nats.files()
    return {
      env: { PORT: '0', PUBLISH_URL: `${server}/${stream}` },
      port: nats.port,
      carrier: (through) => new NatsCarrier(nats.address(through)),
      readManifest: () => files.readManifest(),
      async restart() {
        await nats.kill()
        await nats.start()
      },
    }
  },
}

const followOverSlowLink = async (
  t: TestContext,
  operations: ReturnType<typeof loadOperations>,
  { port, carrier }: Place,
) => {
  const directory = temporaryDirectory(t)
  const link = await slowLink(port, LINK)
  const replica = new ReplicaFollowing({
    ...{ directory, network: 'devnet', operations, logger: silent },
    carriers: [carrier(link.port)],
  })
  const seen: Pick<CopyState, 'id' | 'digest'>[] = []
  const note = ({ id, digest }: CopyState): void => void seen.push({ id, digest })
  replica.on('copied', note)
  t.after(async () => {
    await replica.close()
    link.close()
  })
  replica.run()
  return { directory, link, seen }
}

for (const [carriedBy, place] of Object.entries(PLACES))
  test(`replicas by ${carriedBy} over slow links have the digest of their indexer at every block, through forks and kills`, {
    skip: carriedBy === 'NATS' && noNats,
  }, async (t) => {
    const random = new Random(`carriers ${seedOf(t)}`)
    const devnet = await startGrowingDevnet(t, random.integer(0, 2 ** 31), { recorded: RECORDED })
    const { settings } = readSettings({ OGMIOS_URL: devnet.url, NETWORK: 'devnet' }, [])
    const operations = await withClock(settings, 'devnet', loadOperations(settings, 'devnet'))

    const dataDir = temporaryDirectory(t)
    const at = await place(t)
    const start = async (): Promise<readonly [ReturnType<typeof startProcess>, WatchedService]> => {
      const started = startProcess(t, {
        ...{ NETWORK: 'devnet', OGMIOS_URL: devnet.url, DATA_DIR: dataDir, COMPONENTS: 'charts' },
        ...at.env,
      })
      return [started, new WatchedService(await started.url(), () => undefined)]
    }
    let [indexer, service] = await start()

    const digests = new Map<string, string>()
    const replicas = await Promise.all(
      Array.from({ length: REPLICAS }, () => followOverSlowLink(t, operations, at)),
    )

    const noteDigest = async (): Promise<void> => {
      const { models, digest } = await untilAt(service, devnet.chain)
      assert.ok(models && digest)
      digests.set(models.id, digest)
      // Without this wait, the publication could combine several blocks in one commit.
      await until('the block in the manifest', async () => {
        const text = await at.readManifest()
        return text !== undefined && readManifest(MANIFEST, text).state.id === models.id
      })
    }
    const untilAll = async (): Promise<void> => {
      await noteDigest()
      const { tip } = devnet.chain
      const isLate = ({ seen }: (typeof replicas)[number]) => tip === 'origin' || seen.at(-1)?.id !== tip.id
      await until('the last block in the replicas', () => !replicas.some(isLate))
    }
    await untilAll()
    let kills = 0
    for (let made = 1; made <= BLOCKS; made++) {
      if (made > DEEPEST && made % 4 === 3) devnet.fork(random.integer(1, DEEPEST))
      else devnet.make(1)
      if (made % KILL === KILL / 4) {
        kills++
        if (at.restart !== undefined && kills % 2 === 0) await at.restart()
        else {
          await indexer.kill()
          devnet.make(1)
          ;[indexer, service] = await start()
        }
      }
      await noteDigest()
    }
    await untilAll()

    for (const { seen, link } of replicas) {
      const known = seen.filter(({ id }) => digests.has(id))
      t.diagnostic(`${known.length} of ${digests.size} blocks compared, ${(link.bytes / 1e6).toFixed(2)} MB`)
      assert.deepEqual(
        known.filter(({ id, digest }) => digests.get(id) !== digest),
        [],
      )
      assert.equal(new Set(known.map(({ id }) => id)).size, digests.size)
    }
    const rowsIn = (directory: string) => {
      const models = openModelsForReading(modelsPath(directory))
      const state = scanState(models, launchpadTables(operations))
      models.close()
      return state
    }
    const expected = rowsIn(dataDir)
    for (const { directory } of replicas) assert.deepEqual(rowsIn(directory), expected)
  })
