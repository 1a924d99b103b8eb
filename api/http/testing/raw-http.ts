// Sends bytes over a socket, for cases that `fetch` cannot send or would hide: pipelining, malformed requests, a client that disconnects
// early.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { TEST_TIMEOUT_MS } from '../../../tests/kit/test-timeout.ts'

interface RawResponse {
  readonly status: number
  /** Keys are lower-case names. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export const openSocket = async (port: number): Promise<Socket> => {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  return socket
}

/** `Host` is added and, with a body, `Content-Length`. */
export const requestText = (
  line: string,
  { headers = {}, body = '' }: { headers?: Readonly<Record<string, string>>; body?: string } = {},
): string => {
  const length = body === '' ? {} : { 'Content-Length': `${Buffer.byteLength(body)}` }
  const lines = Object.entries({ Host: 'test', ...length, ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  )
  return `${line} HTTP/1.1\r\n${lines.join('')}\r\n${body}`
}

/** The last request must ask the server to close the connection. */
export const exchangeRaw = async (port: number, text: string): Promise<string> => {
  return readUntilClosed(await openSocket(port), text)
}

export const readUntilClosed = async (socket: Socket, text: string): Promise<string> => {
  const chunks: Buffer[] = []
  socket.on('data', (chunk) => chunks.push(chunk))
  socket.write(text)
  await once(socket, 'close')
  return Buffer.concat(chunks).toString('latin1')
}

/** @throws {AbortError} if the connection closes before `end` was received */
export const readUntil = async (socket: Socket, end: string): Promise<string> => {
  const closed = new AbortController()
  socket.once('close', () => closed.abort())
  let text = ''
  while (!text.includes(end)) {
    const [chunk] = await once(socket, 'data', { signal: closed.signal })
    text += Buffer.from(chunk).toString('latin1')
  }
  return text
}

/** Reads until the connection closes or the wanted number has come. */
export const statusesOf = async (
  port: number,
  text: string,
  most: number,
): Promise<(number | 'closed')[]> => {
  const socket = await openSocket(port)
  let came = ''
  let isClosed = false
  socket.on('data', (chunk) => {
    came += chunk.toString('latin1')
  })
  socket.on('close', () => {
    isClosed = true
  })
  socket.on('error', () => {})
  socket.write(Buffer.from(text, 'latin1'))
  const statuses = (): number[] =>
    [...came.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => Number(status))
  const signal = AbortSignal.timeout(TEST_TIMEOUT_MS)
  while (!isClosed && statuses().length < most)
    await Promise.race([once(socket, 'data', { signal }), once(socket, 'close', { signal })])
  socket.destroy()
  return [...statuses(), ...(isClosed ? ['closed' as const] : [])]
}

/** Splits by Content-Length. 204, 304 and responses to HEAD have no body. */
export const parseResponses = (text: string, headOnly = false): RawResponse[] => {
  const responses: RawResponse[] = []
  for (let rest = text; rest !== ''; ) {
    const end = rest.indexOf('\r\n\r\n')
    const [statusLine = '', ...lines] = rest.slice(0, end).split('\r\n')
    const headers = Object.fromEntries(
      lines.map((line) => [
        line.slice(0, line.indexOf(':')).toLowerCase(),
        line.slice(line.indexOf(':') + 2),
      ]),
    )
    const length = headOnly ? 0 : Number(headers['content-length'] ?? 0)
    const body = rest.slice(end + 4, end + 4 + length)
    responses.push({ status: Number(statusLine.split(' ')[1]), headers, body })
    rest = rest.slice(end + 4 + length)
  }
  return responses
}
