// One WebSocket to Ogmios, made with the client library: its health check, its handshake, and what it leaves
// open made safe, namely waits without end and a close whose reason is JSON.
import {
  createConnectionObject,
  createInteractionContext,
  getServerHealth,
  type InteractionContext,
  type ServerHealth,
} from '@cardano-ogmios/client'

/** The link to the node is down, with the reason in words. Whoever sees it tries again. */
export class LinkDown extends Error {
  override readonly name = 'LinkDown'
}

export interface Link {
  readonly context: InteractionContext
  readonly health: ServerHealth
  /** Resolves with the reason once the socket is closed, by whichever side. */
  readonly closed: Promise<string>
  /** Ends the socket without waiting for the other side. */
  drop(): void
}

export interface LinkOptions {
  /** `ws://` or `wss://` URL of Ogmios. */
  readonly url: string
  /** Milliseconds for the health check, and again for the handshake. */
  readonly timeout: number
}

const addressOf = (url: string) => ({
  webSocket: url,
  http: url.replace(/^ws/, 'http').replace(/\/$/, ''),
})

const within = async <T>(work: Promise<T>, milliseconds: number, what: string): Promise<T> => {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new LinkDown(`${what} did not answer within ${milliseconds} ms`)),
      milliseconds,
    )
  })
  try {
    return await Promise.race([work, timeout])
  } finally {
    clearTimeout(timer)
  }
}

const describe = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  return cause instanceof Error ? `${error.message}: ${cause.message}` : error.message
}

/** Ogmios closes with a JSON-RPC error as the reason when it is the node that is gone. */
const closeReason = (code: number, reason: string): string => {
  try {
    const { error } = JSON.parse(reason)
    if (error.code === -32000) return 'Ogmios lost its connection to the node'
    if (error.code === -32001) return 'Ogmios cannot speak with this version of the node'
    return `Ogmios closed the connection: ${error.message}`
  } catch {
    return `the connection to Ogmios closed (code ${code}${reason === '' ? '' : `, ${reason}`})`
  }
}

/** What Ogmios says of itself and its node, over HTTP. */
export const healthOf = async ({ url, timeout }: LinkOptions): Promise<ServerHealth> => {
  const connection = createConnectionObject({ address: addressOf(url) })
  try {
    return await within(getServerHealth({ connection }), timeout, `Ogmios at ${url}`)
  } catch (error) {
    if (error instanceof LinkDown) throw error
    throw new LinkDown(`Ogmios at ${url} cannot be reached (${describe(error)})`, { cause: error })
  }
}

/**
 * Opens a link.
 * @throws {LinkDown} when there is nobody, no answer in time, or a server that has not met its node yet.
 */
export const openLink = async (options: LinkOptions): Promise<Link> => {
  const health = await healthOf(options)
  if (health.lastTipUpdate === null)
    throw new LinkDown(`Ogmios at ${options.url} has not heard from its node yet`)
  let onClosed: (reason: string) => void = () => {}
  const closed = new Promise<string>((resolve) => {
    onClosed = resolve
  })
  const pending = createInteractionContext(
    // Errors are followed by a close, which tells as much.
    () => {},
    (code, reason) => onClosed(closeReason(code, String(reason))),
    { connection: { address: addressOf(options.url) } },
  )
  try {
    const context = await within(pending, options.timeout, `the handshake with ${options.url}`)
    return { context, health, closed, drop: () => context.socket.terminate() }
  } catch (error) {
    // A handshake that completes too late must not leave a socket behind.
    pending.then(({ socket }) => socket.terminate()).catch(() => {})
    if (error instanceof LinkDown) throw error
    throw new LinkDown(`no WebSocket with ${options.url} (${describe(error)})`, { cause: error })
  }
}
