// Readers' access to a publication in a NATS stream. The server sends readers each new manifest, and readers request missing files.
import { EventEmitter, once } from 'node:events'
import type { JetStreamManager, StoredMsg } from '@nats-io/jetstream'
import { CopyDamaged, MOST_SENT } from '../layout.ts'
import type { Carrier, SeenManifest } from '../published-link.ts'
import {
  isWithoutStream,
  type NatsAddress,
  NatsConnection,
  PART_BYTES,
  PARTS,
  subjectsOf,
} from './nats-connection.ts'

/** Longest wait for the next manifest, whose message may have been lost with the connection. */
const LONGEST_MS = 5_000

/**
 * Undefined if no message is stored.
 * @param isDirect any server of a cluster may respond; if it lacks the message, the leader is asked
 */
export const storedOn = async (
  manager: JetStreamManager,
  stream: string,
  subject: string,
  isDirect = false,
): Promise<StoredMsg | undefined> => {
  const query = { last_by_subj: subject }
  const direct = isDirect ? await manager.direct.getMessage(stream, query).catch(() => null) : null
  if (direct !== null) return direct
  try {
    // Version 2.9 crashes if a message of a stream in creation is requested.
    if ((await manager.streams.info(stream)).state.last_seq === 0) return undefined
    return (await manager.streams.getMessage(stream, query)) ?? undefined
  } catch (error) {
    if (isWithoutStream(error)) return undefined
    throw error
  }
}

const versionIn = (text: string): number | undefined => {
  try {
    const version: unknown = JSON.parse(text).state.version
    return typeof version === 'number' ? version : undefined
  } catch {
    return undefined
  }
}

/**
 * A file joined from its parts; undefined if one is missing.
 * @throws {CopyDamaged} for parts that no publisher writes
 */
export const fileOf = async (
  manager: JetStreamManager,
  stream: string,
  name: string,
): Promise<Buffer | undefined> => {
  const { part } = subjectsOf(stream)
  const partAt = async (at: number) => {
    const message = await storedOn(manager, stream, part(name, at), true)
    if (message !== undefined && message.data.length > PART_BYTES)
      throw new CopyDamaged(`part ${at} of ${name} is larger than a part may be`)
    return message
  }
  const first = await partAt(0)
  if (first === undefined) return undefined
  const count = Number(first.header.get(PARTS))
  if (!(count <= MOST_SENT / PART_BYTES)) throw new CopyDamaged(`${name} has more parts than a file may have`)
  const others = await Promise.all(Array.from({ length: count - 1 }, (_, at) => partAt(at + 1)))
  const parts = [first, ...others].flatMap((message) => message?.data ?? [])
  return parts.length === count ? Buffer.concat(parts) : undefined
}

export class NatsCarrier implements Carrier {
  readonly #address: NatsAddress
  readonly #nats: NatsConnection
  #sent: { readonly text: string; readonly version: number } | undefined
  /** Emits `message` after each message of the server. */
  readonly #received = new EventEmitter()
  /** The server refused the subscription. */
  #refusal: Error | undefined
  #ending: AbortSignal | undefined

  constructor(address: NatsAddress) {
    this.#address = address
    this.#nats = new NatsConnection(address, ({ connection }) => {
      this.#refusal = undefined
      connection.subscribe(subjectsOf(address.stream).news, {
        // An error thrown here would stop the connection from reading.
        callback: (error, message) => {
          if (error !== null) this.#refusal = error
          const text = error === null ? message.string() : ''
          const version = versionIn(text)
          if (version !== undefined) this.#sent = { text, version }
          this.#received.emit('message')
        },
      })
    })
  }

  get host(): string {
    return this.#nats.host
  }

  async manifest(ending: AbortSignal, _known: string, after?: number): Promise<SeenManifest> {
    this.#endWith(ending)
    const { stream } = this.#address
    return this.#nats.with(async ({ connection, manager }) => {
      if (after === undefined) this.#sent = undefined
      else await Promise.race([this.#sentAfter(after, ending), connection.closed()])
      ending.throwIfAborted()
      if (this.#refusal !== undefined) throw this.#refusal
      const sent = this.#sent
      this.#sent = undefined
      // Asks the cluster's leader, which reports a missing stream immediately. Other servers would not respond.
      const text = sent?.text ?? (await storedOn(manager, stream, subjectsOf(stream).manifest))?.string()
      return { found: text === undefined ? 'none' : { text }, mark: '', waits: true }
    })
  }

  async file(name: string, ending: AbortSignal): Promise<Uint8Array | undefined> {
    this.#endWith(ending)
    return this.#nats.with(({ manager }) => fileOf(manager, this.#address.stream, name))
  }

  async rest(): Promise<void> {
    await this.#nats.close()
  }

  /** Waits at most `LONGEST_MS`. */
  async #sentAfter(version: number, ending: AbortSignal): Promise<void> {
    // Node 20 may collect a signal of `AbortSignal.timeout` before it aborts, if only `AbortSignal.any` refers to it.
    const over = new AbortController()
    const timer = setTimeout(() => over.abort(), LONGEST_MS)
    const signal = AbortSignal.any([ending, over.signal])
    while (!signal.aborted && this.#refusal === undefined && (this.#sent?.version ?? version) === version)
      await once(this.#received, 'message', { signal }).catch(() => {})
    clearTimeout(timer)
  }

  #endWith(ending: AbortSignal): void {
    ending.throwIfAborted()
    if (this.#ending === ending) return
    this.#ending = ending
    ending.addEventListener('abort', () => void this.#nats.close(), { once: true })
  }
}
