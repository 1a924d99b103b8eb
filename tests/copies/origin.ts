// A process with an indexer of a random chain. It publishes each block, prints its digest and time, and at the end prints its processor
// time.
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startServer } from '../../api/http/server.ts'
import { HeldManifest } from '../../api/models/held-manifest.ts'
import { publishedRoutes } from '../../api/models/published-models.ts'
import { MANIFEST } from '../../projections/copies/files/layout.ts'
import { NatsFiles } from '../../projections/copies/files/nats/nats-files.ts'
import { ObjectFiles } from '../../projections/copies/files/object-files.ts'
import { PublishedFiles } from '../../projections/copies/files/published-files.ts'
import type { PublishedStore } from '../../projections/copies/files/published-store.ts'
import { Origin } from '../../projections/copies/files/testing/published-world.ts'
import { KEYS } from '../../projections/copies/files/testing/test-object-store.ts'
import { World } from '../../projections/copies/testing/indexer.ts'
import { randomFrom } from '../kit/random-from.ts'
import { silent } from '../kit/silent.ts'

export type Kind = 'files' | 's3' | 'nats'

export interface Task {
  readonly kind: Kind
  /** Directory, URL of a folder, or server. */
  readonly at: string
  /** Port of the API that serves a directory. */
  readonly port: number
  readonly seed: number
  readonly blocks: number
  /** Milliseconds between two blocks. */
  readonly interval: number
}

/** Line of the process: a block with the time at which it was folded, or the processor time for the blocks. */
export type Said =
  | { readonly id: string; readonly digest: string; readonly at: number }
  | { readonly cpuMs: number }

const storeOf = async ({ kind, at, port }: Task): Promise<PublishedStore> => {
  if (kind === 's3') return new ObjectFiles({ ...KEYS, url: at })
  if (kind === 'nats') return new NatsFiles({ server: at, stream: 'models' })
  const routes = publishedRoutes(at, new HeldManifest(join(at, MANIFEST)))
  await startServer({ routes, host: '127.0.0.1', port, log: silent })
  return new PublishedFiles(at)
}

const cpuMs = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

/** Publishes some blocks, and the others after a line on stdin. */
export const publish = async (task: Task): Promise<void> => {
  const say = (said: Said): void => void process.stdout.write(`${JSON.stringify(said)}\n`)
  const world = new World(randomFrom(task.seed))
  const origin = new Origin('', undefined, await storeOf(task))
  const follow = (): void => {
    origin.follow(world)
    const { id, digest } = origin.models.folding.checkpoint ?? { id: '', digest: '' }
    say({ id, digest, at: Date.now() })
  }
  world.grow(40)
  origin.begin()
  follow()
  await new Promise((resolve) => process.stdin.once('data', resolve))
  const before = cpuMs()
  for (let made = 1; made <= task.blocks; made++) {
    if (made % 10 === 0) world.fork(1 + world.below(3), 4)
    else world.grow(1)
    follow()
    await sleep(task.interval)
  }
  say({ cpuMs: cpuMs() - before })
}
