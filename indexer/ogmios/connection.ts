// Opens a WebSocket to Ogmios for the client library's requests, after a health check, and reports why it closed. Health check and
// handshake have a time limit, can be cancelled, and leave nothing open. The library's own connection has no time limit and hides its
// socket.
import { createConnectionObject, type InteractionContext, type ServerHealth } from '@cardano-ogmios/client'
import { WebSocket } from 'ws'
import { PassingError } from '../../schema/errors.ts'
import type { HasOutsideText } from '../../schema/platform/message-of.ts'
import { printUrl } from '../../schema/platform/print-url.ts'
import { httpRequest } from './http-request.ts'

/** Ogmios sends less than 2,000 bytes. */
const HEALTH_LIMIT = 65_536

/**
 * Maximum bytes of a frame, by use. `requests` has room for the protocol parameters, or for a few hundred outputs with scripts. `mempool`
 * needs only 16 KB, for one transaction. The thread that serves clients parses the mempool's frames: 1 MiB of outputs takes 3 ms, other
 * content at most 200 ms.
 */
const FRAME_LIMITS = { blocks: 128 * 2 ** 20, requests: 8 * 2 ** 20, mempool: 2 ** 20 }

/** The message has the reason. The caller tries again. */
export class ConnectionLost extends PassingError implements HasOutsideText {
  override readonly name = 'ConnectionLost'
  readonly outside: string

  constructor(
    message: string,
    { outside = message, ...options }: ErrorOptions & Partial<HasOutsideText> = {},
  ) {
    super(message, options)
    this.outside = outside
  }
}

/** Only the operator may see the host and the cause. */
const lost = (url: string, what: string, error?: unknown): ConnectionLost =>
  new ConnectionLost(
    `Ogmios at ${printUrl(url)} ${what}${error === undefined ? '' : ` (${describe(error)})`}`,
    { outside: `Ogmios ${what}`, cause: error },
  )

export interface Connection {
  readonly context: InteractionContext
  readonly health: ServerHealth
  /** Resolves with the reason when either side has closed the socket. */
  readonly closed: Promise<string>
  /** Does not wait for the other side. */
  drop(): void
}

interface ConnectionOptions {
  /** `ws://` or `wss://` URL of Ogmios. */
  readonly url: string
  /** Limit in ms of the health check, and of the handshake. */
  readonly timeout: number
  /** Sets the frame limit; by default requests. */
  readonly use?: keyof typeof FRAME_LIMITS
  /** Cancels the running request and closes the connection. */
  readonly signal?: AbortSignal
}

/** A proxy in front of Ogmios may need a path and a query, for example with a user's key. */
export const addressOf = (url: string) => {
  const http = new URL(url.replace(/^ws/i, 'http'))
  http.pathname = http.pathname.replace(/\/+$/, '')
  const health = new URL(http)
  health.pathname = `${http.pathname.replace(/\/$/, '')}/health`
  return { webSocket: url, http: http.href, health: health.href }
}

const describe = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  return cause instanceof Error ? `${error.message}: ${cause.message}` : error.message
}

/** If the node is gone, Ogmios closes with a JSON-RPC error as the reason. */
const closeReason = (code: number, reason: string): string => {
  try {
    const { error } = JSON.parse(reason)
    if (error.code === -32000) return 'Ogmios lost its connection to the node'
    if (error.code === -32001) return 'Ogmios does not support this version of the node'
    return `Ogmios closed the connection: ${error.message}`
  } catch {
    return `the connection to Ogmios closed (code ${code}${reason === '' ? '' : `, ${reason}`})`
  }
}

const isHealth = (value: unknown): value is ServerHealth =>
  typeof value === 'object' && value !== null && 'network' in value && 'lastTipUpdate' in value

const readHealth = async (url: string, signal: AbortSignal): Promise<ServerHealth> => {
  const { status, body } = await httpRequest(addressOf(url).health, { limit: HEALTH_LIMIT, signal })
  if (status === 500) throw lost(url, 'has lost its connection to the node')
  if (status < 200 || status > 299)
    throw lost(url, `answered its health check with HTTP ${status}: is OGMIOS_URL right?`)
  const health = body && parsed(body)
  if (!isHealth(health)) throw lost(url, 'did not answer like Ogmios: is OGMIOS_URL right?')
  return health
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** @throws {ConnectionLost} if no server responds in time, or the server is not Ogmios */
export const healthOf = async ({ url, timeout, signal }: ConnectionOptions): Promise<ServerHealth> => {
  const attempt = new AbortController()
  const end = (): void => attempt.abort()
  const timer = setTimeout(end, timeout)
  signal?.addEventListener('abort', end)
  try {
    signal?.throwIfAborted()
    return await readHealth(url, attempt.signal)
  } catch (error) {
    if (error instanceof ConnectionLost) throw error
    throw attempt.signal.aborted
      ? lost(url, `did not answer within ${timeout} ms`)
      : lost(url, 'cannot be reached', error)
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', end)
  }
}

type Listener = Parameters<WebSocket['on']>[1]

/**
 * The client library's listeners are async functions that fail for a frame that they cannot parse. Here such a failure closes the socket,
 * and becomes the reason of the close.
 */
class GuardedSocket extends WebSocket {
  failure: string | undefined

  override on(event: string | symbol, listener: Listener): this {
    if (event !== 'message') return super.on(event, listener)
    const fail = (error: unknown): void => {
      this.failure = `Ogmios sent a message that cannot be read (${describe(error)})`
      this.terminate()
    }
    const guarded = async (...parameters: unknown[]): Promise<void> => {
      try {
        await Reflect.apply(listener, this, parameters)
      } catch (error) {
        fail(error)
      }
    }
    // `removeListener` finds the wrapped listener by this property.
    return super.on(event, Object.assign(guarded, { listener }))
  }
}

/** @throws {ConnectionLost} if no server responds in time, or its node is not connected yet */
export const openConnection = async (options: ConnectionOptions): Promise<Connection> => {
  const { url, timeout, signal, use = 'requests' } = options
  const health = await healthOf(options)
  if (health.lastTipUpdate === null) throw lost(url, 'has not heard from its node yet')
  const connection = createConnectionObject({ address: addressOf(url) })
  const socket = new GuardedSocket(url, {
    maxPayload: FRAME_LIMITS[use],
    handshakeTimeout: timeout,
  })
  const drop = (): void => socket.terminate()
  signal?.addEventListener('abort', drop)
  const closed = new Promise<string>((resolve) => {
    socket.once('close', (code, reason) => {
      signal?.removeEventListener('abort', drop)
      resolve(socket.failure ?? closeReason(code, String(reason)))
    })
  })
  await new Promise((resolve, reject) => {
    socket.once('open', resolve)
    // After each error comes a `close`. The error only tells why a socket does not open.
    socket.on('error', (error) => reject(lost(url, 'opens no WebSocket', error)))
  })
  return { context: { connection, socket }, health, closed, drop }
}
