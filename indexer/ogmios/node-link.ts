// A connection to a node for requests, such as submission and queries. The first request opens it, and all share it. If it is lost, the
// next request opens it again. Every request has a time limit.
import { type Connection, ConnectionLost, openConnection } from './connection.ts'
import { withTimeout } from './with-timeout.ts'

/** Each waiting request has a listener on the socket. Above this number, Node.js warns of a leak. */
const MOST_REQUESTS = 1_000

export class NodeLink {
  readonly #url: string
  readonly #timeout: number
  #connection: Promise<Connection> | undefined

  /** @param timeout limit in ms of connecting, and of each response */
  constructor(url: string, timeout = 10_000) {
    this.#url = url
    this.#timeout = timeout
  }

  /**
   * @param request function that sends the request; its error is thrown unless the connection was lost
   * @throws {ConnectionLost} if there is no node, or no response in time
   */
  async ask<T>(request: (context: Connection['context']) => Promise<T>): Promise<T> {
    const connection = await this.#open()
    const broken = connection.closed.then((reason): never => {
      throw new ConnectionLost(reason)
    })
    const work = Promise.race([request(connection.context), broken])
    // The reason of a lost connection replaces the request's own error.
    return await withTimeout(work, this.#timeout, `answer within ${this.#timeout / 1000} s`).catch(
      async (error: unknown) => {
        if (connection.context.socket.readyState !== connection.context.socket.OPEN) await broken
        throw error
      },
    )
  }

  close(): void {
    this.#connection?.then(({ drop }) => drop()).catch(() => {})
    this.#connection = undefined
  }

  #open(): Promise<Connection> {
    if (this.#connection !== undefined) return this.#connection
    const opening = openConnection({ url: this.#url, timeout: this.#timeout })
    this.#connection = opening
    const forget = (): void => {
      if (this.#connection === opening) this.#connection = undefined
    }
    opening.then(({ context, closed }) => {
      context.socket.setMaxListeners(MOST_REQUESTS)
      closed.then(forget)
    }, forget)
    return opening
  }
}
