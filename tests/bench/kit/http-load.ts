// Load on a server: connections that stay open, each with one running request. Requests come from a list that is repeated. Only the
// necessary parts of a response are parsed, so that the server and not the load generator limits the rate.
import { connect, type Socket } from 'node:net'
import { respond } from './child.ts'

export interface LoadRequest {
  readonly port: number
  readonly connections: number
  readonly seconds: number
  readonly requests: readonly string[]
}

export interface LoadAnswer {
  readonly responses: number
  readonly seconds: number
}

const READ_BYTES = 128 * 1024

class Connection {
  responses = 0
  readonly #open: () => Socket
  #socket: Socket
  readonly #next: () => Buffer
  #head = ''
  #left = 0
  #isLast = false

  constructor(port: number, next: () => Buffer, onFailure: (error: Error) => void) {
    this.#next = next
    const buffer = Buffer.allocUnsafeSlow(READ_BYTES)
    const callback = (length: number): boolean => {
      try {
        this.#take(buffer, length)
      } catch (error) {
        onFailure(error instanceof Error ? error : new Error(String(error)))
      }
      return true
    }
    this.#open = () => {
      const socket = connect({ host: '127.0.0.1', port, noDelay: true, onread: { buffer, callback } })
      return socket.on('error', (error) => {
        if (socket === this.#socket) onFailure(error)
      })
    }
    this.#socket = this.#open()
    this.#send()
  }

  end(): void {
    this.#socket.destroy()
  }

  #send(): void {
    this.#socket.write(this.#next())
  }

  #take(buffer: Buffer, length: number): void {
    const body = this.#left > 0 ? length : this.#readHead(buffer, length)
    if (body === undefined) return
    this.#left -= body
    if (this.#left < 0) throw new Error('an answer has bytes after its end')
    if (this.#left > 0) return
    this.responses++
    if (this.#isLast) {
      this.#isLast = false
      this.#socket.destroy()
      this.#socket = this.#open()
    }
    this.#send()
  }

  /** Number of bytes that belong to the body; undefined if the head is incomplete. */
  #readHead(buffer: Buffer, length: number): number | undefined {
    const end = this.#head === '' ? buffer.indexOf('\r\n\r\n') : -1
    const text = this.#head + buffer.toString('latin1', 0, end === -1 || end >= length ? length : end + 4)
    const headEnd = text.indexOf('\r\n\r\n')
    if (headEnd === -1) {
      this.#head = text
      return undefined
    }
    this.#isLast = /\r\nconnection: close/i.test(text.slice(0, headEnd))
    const isUnchanged = text.startsWith('HTTP/1.1 304')
    if (!isUnchanged && !text.startsWith('HTTP/1.1 200')) throw new Error(`answered ${text.slice(0, 40)}`)
    const bodyLength = isUnchanged ? '0' : /\r\ncontent-length: *(\d+)/i.exec(text.slice(0, headEnd))?.[1]
    if (bodyLength === undefined) throw new Error('an answer does not state its length')
    const before = this.#head.length
    this.#head = ''
    this.#left = Number(bodyLength)
    return length - (headEnd + 4 - before)
  }
}

respond<LoadRequest>(async ({ port, connections, seconds, requests }): Promise<LoadAnswer> => {
  const prepared = requests.map((request) => Buffer.from(request))
  let last = -1
  const next = (): Buffer => {
    last = (last + 1) % prepared.length
    return prepared[last] ?? Buffer.alloc(0)
  }
  const startedAt = performance.now()
  const open: Connection[] = []
  await new Promise<void>((resolve, reject) => {
    setTimeout(resolve, seconds * 1000)
    for (let n = 0; n < connections; n++) open.push(new Connection(port, next, reject))
  })
  const elapsed = (performance.now() - startedAt) / 1000
  for (const connection of open) connection.end()
  return {
    responses: open.reduce((sum, connection) => sum + connection.responses, 0),
    seconds: elapsed,
  }
})
