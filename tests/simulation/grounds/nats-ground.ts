// A stream of a real NATS server, in which two indexers publish, each through its own link. Every accepted publication is checked: two
// leaders must never write at the same time.
import { setTimeout as sleep } from 'node:timers/promises'
import { jetstreamManager } from '@nats-io/jetstream'
import { connect } from '@nats-io/transport-node'
import { MANIFEST, readManifest } from '../../../projections/copies/files/layout.ts'
import { type NatsAddress, subjectsOf } from '../../../projections/copies/files/nats/nats-connection.ts'
import { NatsFiles } from '../../../projections/copies/files/nats/nats-files.ts'
import { startNats } from '../../../projections/copies/files/nats/testing/nats-server.ts'
import { slowLink } from '../../../projections/copies/testing/slow-link.ts'
import { Finding } from '../../fuzz/finding.ts'
import type { Ground, Hands, IndexerName } from './ground.ts'

/** Before all waits are divided by 20. Another indexer may take the lead after 3.5 s. */
const PAUSE_MS = 120_000

const TRIES = 20
const WAIT_MS = 2_000

class Accepted {
  readonly #loads = new Set<string>()
  #last: { readonly load: string; readonly version: number; readonly digest: string } | undefined
  finding: Finding | undefined

  /** A leader continues the publication of the previous leader. Nobody may continue an earlier publication. */
  note(text: string): void {
    const { load, version, digest } = readManifest(MANIFEST, text).state
    const last = this.#last
    const isNext =
      load === last?.load
        ? version > last.version || (version === last.version && digest === last.digest)
        : !this.#loads.has(load)
    if (!isNext)
      this.finding ??= new Finding(
        'two leaders never write at once',
        `${load}/${version} ${digest} was accepted after ${last?.load}/${last?.version} ${last?.digest}`,
      )
    this.#loads.add(load)
    this.#last = { load, version, digest }
  }
}

/** Tries again while the server is starting or busy. */
const publishedDigest = async (address: NatsAddress): Promise<string> => {
  const store = new NatsFiles(address)
  try {
    for (let tries = 1; ; tries++)
      try {
        return readManifest(MANIFEST, (await store.readManifest()) ?? '').state.digest
      } catch (error) {
        if (tries === TRIES) throw error
        await sleep(WAIT_MS)
      }
  } finally {
    await store.close()
  }
}

export const natsGround = async ({ random, fork }: Hands): Promise<Ground> => {
  const ends: (() => unknown)[] = []
  const nats = await startNats({ after: (end) => void ends.unshift(end as () => unknown) })
  const { stream, server } = nats.address()
  const links = new Map<IndexerName, Awaited<ReturnType<typeof slowLink>>>()
  for (const name of ['indexer', 'standby'] as const) {
    const link = await slowLink(nats.port)
    ends.unshift(link.close)
    links.set(name, link)
  }
  const accepted = new Accepted()
  const stranger = await connect({ servers: server, maxReconnectAttempts: -1 })
  ends.unshift(() => stranger.close())
  stranger.subscribe(subjectsOf(stream).news, {
    callback: (error, message) => {
      if (error === null) accepted.note(message.string())
    },
  })
  const pickLink = () => links.get(random.pick(['indexer', 'standby'] as const) ?? 'indexer')
  const pause = async (begin: () => void, end: () => void): Promise<void> => {
    begin()
    try {
      fork()
      await sleep(random.integer(1_000, PAUSE_MS))
    } finally {
      end()
    }
  }
  const change = async (work: 'purge' | 'delete'): Promise<void> => {
    const { streams } = await jetstreamManager(stranger, { checkAPI: false })
    // The stream might not exist yet.
    await streams[work](stream).catch(() => {})
  }
  return {
    places: (name) => ({ publishStore: nats.address(links.get(name)?.port) }),
    sources: [nats.address()],
    faults: [
      [4, 'connections cut', () => links.forEach((link) => void link.cut())],
      [
        4,
        'indexer partitioned',
        () => {
          const link = pickLink()
          return pause(
            () => link?.hold(true),
            () => link?.hold(false),
          )
        },
      ],
      [
        3,
        'server paused',
        () =>
          pause(
            () => nats.signal('SIGSTOP'),
            () => nats.signal('SIGCONT'),
          ),
      ],
      [
        4,
        'server killed',
        async () => {
          await nats.kill()
          fork()
          await nats.start()
        },
      ],
      [1, 'stream purged', () => change('purge')],
      [1, 'stream deleted', () => change('delete')],
    ],
    observe() {
      if (accepted.finding !== undefined) throw accepted.finding
    },
    async judge(digests) {
      const published = await publishedDigest(nats.address())
      const other = digests.find((digest) => digest !== published)
      if (other !== undefined)
        throw new Finding(
          'what is published last equals the models',
          `digest ${published} was published, and models have ${other}`,
        )
    },
    async close() {
      for (const end of ends) await end()
    },
  }
}
