// Replicas of a publishing process, by each carrier. They have its digest at every block, through forks. The delay, bytes and processor
// time are printed. `READERS=10 RUNS=20 LONGEST_TEST=900000 npm test -- carriers` measures them.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { type TestContext, test } from 'node:test'
import { httpCarrier } from '../../projections/copies/files/http-carrier.ts'
import { NatsCarrier } from '../../projections/copies/files/nats/nats-carrier.ts'
import { skip as noNats, startNats } from '../../projections/copies/files/nats/testing/nats-server.ts'
import type { Carrier } from '../../projections/copies/files/published-link.ts'
import { publishedSource } from '../../projections/copies/files/published-source.ts'
import { testObjectStore } from '../../projections/copies/files/testing/test-object-store.ts'
import type { CopyState } from '../../projections/copies/protocol/copy-state.ts'
import { ReplicaFollowing } from '../../projections/copies/receive/replica-following.ts'
import { slowLink } from '../../projections/copies/testing/slow-link.ts'
import { mainnetOperations as operations } from '../../projections/testing/mainnet-operations.ts'
import { freePort } from '../kit/free-port.ts'
import { runs, seedOf } from '../kit/random-runs.ts'
import { silent } from '../kit/silent.ts'
import { temporaryDirectory } from '../kit/temporary-directory.ts'
import { until } from '../kit/until.ts'
import type { Kind, Said, Task } from './origin.ts'

const { READERS: measured } = process.env
const READERS = Number(measured ?? 2)
const BLOCKS = 10 * runs(2)
const INTERVAL_MS = measured === undefined ? 50 : 1_000

interface Place {
  readonly at: string
  readonly port: number
  /** The same carrier through another port. */
  carrier(port: number): Carrier
}

const PLACES: Readonly<Record<Kind, (t: TestContext) => Promise<Place>>> = {
  async files(t) {
    const carrier = (through: number) => httpCarrier(`http://127.0.0.1:${through}/models`)
    return { at: temporaryDirectory(t), port: await freePort(), carrier }
  },
  async s3(t) {
    const { url: at } = await testObjectStore(t)
    const { port, pathname } = new URL(at)
    return {
      at,
      port: Number(port),
      carrier: (through) => httpCarrier(`http://127.0.0.1:${through}${pathname}`),
    }
  },
  async nats(t) {
    const { port, address } = await startNats(t)
    return { at: address().server, port, carrier: (through) => new NatsCarrier(address(through)) }
  },
}

const LOADER = new URL('../../schema/platform/load-typescript.mjs', import.meta.url).href
const ORIGIN = new URL('./origin.ts', import.meta.url).href

/** Starts a publisher. */
const startOrigin = (t: TestContext, task: Task) => {
  const program = `import { requireTypeScript } from '${LOADER}'
    await requireTypeScript('${ORIGIN}').publish(${JSON.stringify(task)})`
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    env,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const byId = new Map<string, { readonly digest: string; readonly at: number }>()
  let cpuMs: number | undefined
  createInterface({ input: child.stdout }).on('line', (line) => {
    const what: Said = JSON.parse(line)
    if ('cpuMs' in what) cpuMs = what.cpuMs
    else byId.set(what.id, what)
  })
  t.after(async () => {
    child.kill('SIGKILL')
    await once(child, 'exit')
  })
  return {
    byId,
    begin: () => child.stdin.write('\n'),
    ended: () => until('the end of the publisher', () => cpuMs),
  }
}

/** A replica, with its blocks and the time of each. */
const startReplica = (t: TestContext, carrier: Carrier) => {
  const replica = new ReplicaFollowing({
    ...{ directory: temporaryDirectory(t), network: 'mainnet', operations, logger: silent },
    sourceOf: (rules, network) => publishedSource([carrier], rules, network),
  })
  const seen: (Pick<CopyState, 'id' | 'digest'> & { readonly at: number })[] = []
  const note = ({ id, digest }: CopyState): void => void seen.push({ id, digest, at: Date.now() })
  replica.on('loaded', note)
  replica.on('applied', ({ state }) => note(state))
  t.after(() => replica.close())
  replica.run()
  return seen
}

const quantile = (sorted: readonly number[], part: number): number =>
  sorted[Math.floor(part * (sorted.length - 1))] ?? 0

for (const [kind, place] of Object.entries(PLACES) as [Kind, (typeof PLACES)['nats']][])
  test(`${kind}: ${READERS} replicas have the digest of their publisher at every block`, {
    skip: kind === 'nats' && noNats,
  }, async (t) => {
    const { at, port, carrier } = await place(t)
    const task: Task = { kind, at, port, seed: seedOf(t), blocks: BLOCKS, interval: INTERVAL_MS }
    const { byId, begin, ended } = startOrigin(t, task)
    const link = await slowLink(port, { rate: 1e9, delay: 0 })
    t.after(() => link.close())
    const replicas = Array.from({ length: READERS }, () => startReplica(t, carrier(link.port)))
    await until('the first copies', () => replicas.every((seen) => seen.length > 0))
    const [before, beganAt] = [link.bytes, Date.now()]
    begin()
    const cpuMs = await ended()
    const last = [...byId.keys()].at(-1)
    await until('the last block', () => replicas.every((seen) => seen.at(-1)?.id === last))
    const all = replicas.flat()
    for (const { id, digest } of all) assert.equal(digest, byId.get(id)?.digest)
    const late = all
      .filter(({ id }) => (byId.get(id)?.at ?? 0) >= beganAt)
      .map(({ id, at }) => at - (byId.get(id)?.at ?? 0))
      .sort((one, other) => one - other)
    const perBlock = (figure: number): number => Math.round((10 * figure) / BLOCKS) / 10
    t.diagnostic(
      `${kind}, ${READERS} readers: ms late ${quantile(late, 0.5)} (p50), ${quantile(late, 0.95)} (p95); per block ` +
        `${perBlock((link.bytes - before) / 1000)} KB to all readers, ${perBlock(cpuMs)} ms of the publisher`,
    )
  })
