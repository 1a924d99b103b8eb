// A connection to a NATS server, and the stream of a publication. The NATS library is loaded with the first connection. If a connection is
// lost, its requests fail at once, and the next request connects again.
import type { JetStreamClient, JetStreamManager } from '@nats-io/jetstream'
import type { NatsConnection as Connection } from '@nats-io/transport-node'
import { messageOf } from '../../../../schema/platform/message-of.ts'
import { CopyDamaged } from '../layout.ts'

export interface NatsAddress {
  /** `nats://` or `tls://` with host and port. */
  readonly server: string
  /** The stream's subjects begin with its name. */
  readonly stream: string
  readonly user?: string | undefined
  readonly password?: string | undefined
  /** Contents of a file of credentials. */
  readonly credentials?: string | undefined
  readonly tls?:
    | { readonly caFile?: string; readonly certFile?: string; readonly keyFile?: string }
    | undefined
}

interface Opened {
  readonly connection: Connection
  readonly client: JetStreamClient
  readonly manager: JetStreamManager
}

/** Time in ms after which a request has failed. */
export const TIMEOUT_MS = 5_000

/** Interval of pings. Some unanswered pings show a lost server. */
export const PING_MS = 2_000

/** JetStream's error codes: no such stream; the last message is not the expected one, by its id or its sequence. */
const NO_STREAM = 10059
const OTHER_LAST: readonly unknown[] = [10070, 10071]

const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined

export const isWithoutStream = (error: unknown): boolean => codeOf(error) === NO_STREAM
export const isOtherLast = (error: unknown): boolean => OTHER_LAST.includes(codeOf(error))

/** No server received the request, because no stream has its subject or JetStream is off. */
export const isWithoutReceiver = (error: unknown): boolean =>
  error instanceof Error && error.cause instanceof Error && error.cause.name === 'JetStreamNotEnabled'

export const subjectsOf = (stream: string) => ({
  manifest: `${stream}.manifest`,
  /** The server repeats each stored manifest here, for listeners. */
  news: `${stream}.news`,
  /** Messages by which the writing process keeps the lead. */
  lead: `${stream}.lead`,
  /** Requests for the lead, which are not stored. */
  asked: `${stream}.asked`,
  files: `${stream}.file`,
  /** Files are split, since messages are small. */
  part: (name: string, part: number | '>') =>
    `${stream}.file.${name.replace(/\.json\.gz$/, '').replace('/', '.')}.${part}`,
})

export const PARTS = 'Parts'
/** Bytes of every part except the last. */
export const PART_BYTES = 524_288

export class NatsConnection {
  readonly #address: NatsAddress
  readonly #onOpen: (opened: Opened) => void
  #opening: Promise<Opened> | undefined
  #others: readonly string[] = []

  /** @param onOpen called each time the connection is opened */
  constructor(address: NatsAddress, onOpen: (opened: Opened) => void = () => {}) {
    this.#address = address
    this.#onOpen = onOpen
  }

  get host(): string {
    return new URL(this.#address.server).host
  }

  /** @throws {Error} with the server's name, for all errors except damage */
  async with<Result>(work: (opened: Opened) => Promise<Result>): Promise<Result> {
    try {
      this.#opening ??= this.#opened()
      return await work(await this.#opening)
    } catch (error) {
      if (isWithoutStream(error) || isOtherLast(error) || error instanceof CopyDamaged) throw error
      throw new Error(`NATS at ${this.host}: ${messageOf(error)}`, { cause: error })
    }
  }

  async close(): Promise<void> {
    const opening = this.#opening
    this.#opening = undefined
    await opening?.then(({ connection }) => connection.close()).catch(() => {})
  }

  /** A closed connection is not used again. */
  #opened(): Promise<Opened> {
    const opening = this.#open()
    const forget = (): void => {
      // Another connection may have replaced this one.
      if (this.#opening === opening) this.#opening = undefined
    }
    opening.then(({ connection }) => void connection.closed().then(forget), forget)
    return opening
  }

  async #open(): Promise<Opened> {
    const { server, user, password, credentials, tls } = this.#address
    const { connect, credsAuthenticator } = await import('@nats-io/transport-node')
    const { jetstream, jetstreamManager } = await import('@nats-io/jetstream')
    const connection = await connect({
      servers: [server, ...this.#others],
      ...(user !== undefined && { user }),
      ...(password !== undefined && { pass: password }),
      ...(credentials !== undefined && {
        authenticator: credsAuthenticator(new TextEncoder().encode(credentials)),
      }),
      ...(tls !== undefined && { tls }),
      name: 'launchpad models',
      timeout: TIMEOUT_MS,
      reconnect: false,
      noRandomize: true,
      pingInterval: PING_MS,
    })
    this.#others = connection.info?.connect_urls ?? []
    const options = { timeout: TIMEOUT_MS, checkAPI: false }
    const manager = await jetstreamManager(connection, options)
    const opened = { connection, manager, client: jetstream(connection, options) }
    this.#onOpen(opened)
    return opened
  }
}
