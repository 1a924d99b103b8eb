// A publication in a NATS stream, which also decides the lead. The process that wrote the last message leads. Each message is stored only
// if it directly follows the last message of the same writer. So a process that was stopped or cut off cannot write once another process
// has written. No clocks are compared. The leader writes each second. If the stream has no new message for some seconds, another process
// may lead.
import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { JetStreamManager, StreamConfig } from '@nats-io/jetstream'
import { REPORT_INTERVAL_MS } from '../../../../schema/reports.ts'
import { type Lead, REST_MS } from '../../protocol/leadership.ts'
import { GRACE_MS, type PublishedStore } from '../published-store.ts'
import { fileOf, storedOn } from './nats-carrier.ts'
import {
  isOtherLast,
  isWithoutReceiver,
  isWithoutStream,
  type NatsAddress,
  NatsConnection,
  PART_BYTES,
  PARTS,
  subjectsOf,
} from './nats-connection.ts'

/** Interval in ms of the leader's messages. */
const BEAT_MS = 1_000

/** Time in ms after which a request for the lead is ignored. */
const ASKED_MS = 3_000

export class NatsFiles implements PublishedStore {
  readonly reportInterval = REPORT_INTERVAL_MS
  readonly #stream: string
  readonly #subjects: ReturnType<typeof subjectsOf>
  readonly #nats: NatsConnection
  /** Name of this process in the stream. */
  readonly #id = randomUUID()
  /**
   * Last message of the stream, if this process wrote it; undefined without the lead. A stream that was deleted and made again lacks the
   * id.
   */
  #own: { readonly sequence: number; readonly id: string | undefined } | undefined
  /** Sequence of this process's last stored message. */
  #lastWritten = 0
  /** Writes are done one after another. */
  #written: Promise<unknown> = Promise.resolve()
  #wroteAt = 0
  #beating: NodeJS.Timeout | undefined
  /** The last message that this process saw without the lead, and the time when it first saw it. */
  #seen = { sequence: -1, at: 0 }
  #askedAt = Number.NEGATIVE_INFINITY
  /** Files that the manifest no longer names, with the time when a sweep first found them. */
  readonly #unneeded = new Map<string, number>()

  constructor(address: NatsAddress) {
    this.#stream = address.stream
    this.#subjects = subjectsOf(address.stream)
    this.#nats = new NatsConnection(address, ({ connection }) => {
      connection.subscribe(this.#subjects.asked, {
        callback: (error) => {
          if (error === null) this.#askedAt = performance.now()
        },
      })
    })
  }

  readonly lead: Lead = {
    try: () => this.#tryLead(),
    ask: async () => {
      await this.#nats.with(async ({ connection }) => connection.publish(this.#subjects.asked))
      return this.#tryLead()
    },
    isAskedFor: async () => performance.now() - this.#askedAt < ASKED_MS,
    return: async () => {
      await this.#write(this.#subjects.lead, '')
      this.#own = undefined
    },
  }

  async readManifest(): Promise<string | undefined> {
    const { manifest } = this.#subjects
    return (await this.#nats.with(({ manager }) => storedOn(manager, this.#stream, manifest)))?.string()
  }

  async writeManifest(text: string): Promise<void> {
    await this.#write(this.#subjects.manifest, text)
  }

  read(name: string): Promise<Uint8Array | undefined> {
    return this.#nats.with(({ manager }) => fileOf(manager, this.#stream, name))
  }

  async has(name: string): Promise<boolean> {
    const filter = this.#subjects.part(name, '>')
    return (await this.#nats.with(({ manager }) => subjectsIn(manager, this.#stream, filter))).length > 0
  }

  async write(name: string, bytes: Uint8Array): Promise<void> {
    const count = Math.max(1, Math.ceil(bytes.length / PART_BYTES))
    for (let part = 0; part < count; part++)
      await this.#write(
        this.#subjects.part(name, part),
        bytes.subarray(part * PART_BYTES, (part + 1) * PART_BYTES),
        count,
      )
  }

  async remove(names: readonly string[]): Promise<void> {
    for (const name of names) await this.#purge(name, this.#lastWritten)
  }

  async sweep(isKept: (name: string) => boolean): Promise<void> {
    const own = this.#own
    const names = await this.#nats.with(({ manager }) => namesIn(manager, this.#stream))
    const now = performance.now()
    for (const name of names) {
      if (isKept(name)) this.#unneeded.delete(name)
      else if (!this.#unneeded.has(name)) this.#unneeded.set(name, now)
    }
    for (const [name, since] of this.#unneeded) {
      if (now - since < GRACE_MS || own === undefined) continue
      await this.#purge(name, own.sequence)
      this.#unneeded.delete(name)
    }
  }

  /** @param last sequence; later messages stay, because a later leader may have written the same name again */
  async #purge(name: string, last: number): Promise<void> {
    const query = { filter: this.#subjects.part(name, '>'), seq: last + 1 }
    await this.#nats.with(({ manager }) => manager.streams.purge(this.#stream, query))
  }

  /** Gives the lead to any process that asks for it. */
  async close(): Promise<void> {
    if (this.#own !== undefined) await this.lead.return().catch(() => {})
    this.#own = undefined
    clearInterval(this.#beating)
    await this.#nats.close()
  }

  async #tryLead(): Promise<boolean> {
    if (this.#own !== undefined) return true
    const last = await this.#lastSequence()
    const { lead } = this.#subjects
    const leader = await this.#nats.with(({ manager }) => storedOn(manager, this.#stream, lead))
    const now = performance.now()
    if (this.#seen.sequence !== last) this.#seen = { sequence: last, at: now }
    const holder = leader?.string() ?? ''
    if (holder !== '' && holder !== this.#id && now - this.#seen.at < REST_MS) return false
    this.#own = { sequence: last, id: undefined }
    try {
      await this.#write(lead, this.#id)
    } catch (error) {
      if (error instanceof Superseded) return false
      throw error
    }
    this.#askedAt = Number.NEGATIVE_INFINITY
    clearInterval(this.#beating)
    this.#beating = setInterval(() => this.#beat(), BEAT_MS)
    return true
  }

  /** Creates the stream if it does not exist. */
  async #lastSequence(): Promise<number> {
    try {
      return await this.#nats.with(async ({ manager }) => {
        const { config, state } = await manager.streams.info(this.#stream)
        assertFit(config)
        return state.last_seq
      })
    } catch (error) {
      // Starts the wait for the lead again, because the leader may still be writing.
      this.#seen = { sequence: -1, at: 0 }
      if (!isWithoutStream(error)) throw error
      const { manifest, lead, files, news } = this.#subjects
      await this.#nats.with(({ manager }) =>
        manager.streams.add({
          name: this.#stream,
          subjects: [manifest, lead, `${files}.>`],
          max_msgs_per_subject: 1,
          allow_direct: true,
          republish: { src: manifest, dest: news },
        }),
      )
      return 0
    }
  }

  #beat(): void {
    if (this.#own === undefined) clearInterval(this.#beating)
    // A failed write ends the lead. The next write throws the reason.
    else if (performance.now() - this.#wroteAt >= BEAT_MS / 2)
      this.#write(this.#subjects.lead, this.#id).catch(() => {})
  }

  /** @throws {Superseded} if another process may have written since this process's last message */
  #write(subject: string, data: string | Uint8Array, parts?: number): Promise<void> {
    const write = async (): Promise<void> => {
      const own = this.#own
      if (own === undefined) throw new Superseded()
      try {
        await this.#nats.with(async ({ client }) => {
          const { headers } = await import('@nats-io/transport-node')
          const about = headers()
          if (parts !== undefined) about.set(PARTS, `${parts}`)
          const id = randomUUID()
          const { seq } = await client.publish(subject, data, {
            headers: about,
            msgID: id,
            expect: { lastSequence: own.sequence, ...(own.id !== undefined && { lastMsgID: own.id }) },
          })
          this.#own = { sequence: seq, id }
          this.#lastWritten = seq
        })
      } catch (error) {
        // Without a response, nobody knows whether the message was stored, so the lead is given up.
        this.#own = undefined
        if (isWithoutReceiver(error))
          throw new Error(
            `NATS at ${this.#nats.host}: no stream takes ${subject}: ${this.#stream} was deleted, or JetStream is off`,
          )
        throw isOtherLast(error) ? new Superseded() : error
      }
      this.#wroteAt = performance.now()
    }
    const written = this.#written.then(write)
    this.#written = written.catch(() => {})
    return written
  }
}

/** Another process writes now, or this process could not write for some time. */
class Superseded extends Error {
  override readonly name = 'Superseded'
  override readonly message =
    'this indexer has lost the lead at PUBLISH_URL, and another one may publish there'
}

const problemOf = ({ name, subjects, discard, ...limits }: StreamConfig): string | undefined => {
  const { manifest, lead, files } = subjectsOf(name)
  const own = [`${files}.>`, lead, manifest]
  // A stored request for the lead would end the lead.
  if (!isDeepStrictEqual(subjects.toSorted(), own))
    return `does not have the subjects ${own.join(', ')} only: delete it, or set another stream in PUBLISH_URL`
  if (limits.max_msgs_per_subject !== 1) return 'keeps replaced files: set its max_msgs_per_subject to 1'
  // Files would be missing, and everything would be published again and again.
  if (limits.max_age > 0) return 'deletes published files: remove its max_age'
  if (discard === 'old' && (limits.max_bytes > 0 || limits.max_msgs > 0))
    return 'deletes published files: remove its max_bytes and max_msgs, or set its discard to new'
  return undefined
}

/** @throws {Error} if the stream has settings with which a publication cannot be kept */
const assertFit = (config: StreamConfig): void => {
  const problem = problemOf(config)
  if (problem !== undefined) throw new Error(`the stream ${config.name} ${problem}`)
}

const subjectsIn = async (manager: JetStreamManager, stream: string, filter: string): Promise<string[]> => {
  const { config, state } = await manager.streams.info(stream, { subjects_filter: filter })
  assertFit(config)
  return Object.keys(state.subjects ?? {})
}

const namesIn = async (manager: JetStreamManager, stream: string): Promise<Set<string>> => {
  const { files } = subjectsOf(stream)
  const parts = (await subjectsIn(manager, stream, `${files}.>`)).map((subject) =>
    subject.slice(files.length + 1).split('.'),
  )
  return new Set(parts.map(([load, rest]) => `${load}/${rest}.json.gz`))
}
