// A connection to a NATS server with the stream of a publication. NATS' library is loaded with the first connection. A lost connection fails
// all its requests at once, and the next request connects again.
import type { JetStreamClient, JetStreamManager } from '@nats-io/jetstream'
import type { NatsConnection as Connection } from '@nats-io/transport-node'
import { messageOf } from '../../../../schema/platform/message-of.ts'
import { CopyDamaged } from '../../receive/copy-source.ts'

export interface NatsAddress {
  /** `nats://` or `tls://` with host and port. */
  readonly server: string
  /** Name of the stream, with which its subjects begin. */
  readonly stream: string
  readonly user?: string | undefined
  readonly password?: string | undefined
  /** Contents of a file of credentials. */
  readonly credentials?: string | undefined
  /** Paths of the files of certificates. */
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

/** Interval in ms of signs of life: a server that was cut off is noticed after some of them. */
export const PING_MS = 2_000

/** JetStream's codes for a stream that does not exist, and for another last message than the expected one, by its id or its sequence. */
const NO_STREAM = 10059
const OTHER_LAST: readonly unknown[] = [10070, 10071]

const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined

export const isWithoutStream = (error: unknown): boolean => codeOf(error) === NO_STREAM
export const isOtherLast = (error: unknown): boolean => OTHER_LAST.includes(codeOf(error))

/** Whether a failed request had no receiver: no stream has its subject, or JetStream is off. */
export const isWithoutReceiver = (error: unknown): boolean =>
  error instanceof Error && error.cause instanceof Error && error.cause.name === 'JetStreamNotEnabled'

/** Subjects of a publication's stream. */
export const subjectsOf = (stream: string) => ({
  manifest: `${stream}.manifest`,
  /** Each stored manifest is repeated there for all who listen. */
  news: `${stream}.news`,
  /** The process that writes. */
  lead: `${stream}.lead`,
  /** Requests for the lead, which are not stored. */
  asked: `${stream}.asked`,
  files: `${stream}.file`,
  /** Subject of a part of a file: messages are small. */
  part: (name: string, part: number | '>') =>
    `${stream}.file.${name.replace(/\.json\.gz$/, '').replace('/', '.')}.${part}`,
})

/** Header with the number of a file's parts, and bytes of each part except the last one. */
export const PARTS = 'Parts'
export const PART_BYTES = 524_288

export class NatsConnection {
  readonly #address: NatsAddress
  readonly #onOpen: (opened: Opened) => void
  #opening: Promise<Opened> | undefined
  /** Further servers of its cluster. */
  #others: readonly string[] = []

  /** @param onOpen called when it is opened, also after it was closed */
  constructor(address: NatsAddress, onOpen: (opened: Opened) => void = () => {}) {
    this.#address = address
    this.#onOpen = onOpen
  }

  get host(): string {
    return new URL(this.#address.server).host
  }

  /** Connects if necessary. @throws {Error} in which the server is named, also for the errors of the work except damage */
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

  /** A connection that is forgotten once it is closed. */
  #opened(): Promise<Opened> {
    const opening = this.#open()
    const forget = (): void => {
      // It may have been replaced since.
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
