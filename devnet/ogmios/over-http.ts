// JSON-RPC over HTTP, as in Ogmios. The body of a POST is sent over a new WebSocket, and the first received message is the response.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { WebSocket } from 'ws'
import { memberText } from '../../schema/ogmios/member-text.ts'

/** Maximum bytes of a request: ten times the largest transaction with some outputs. */
const LIMIT = 1024 * 1024

interface Answer {
  readonly status: number
  readonly body: string
}

/**
 * 200 for a result, 400 for an error, 500 if there is no reply.
 * @param url URL of the WebSocket
 */
export const overHttp = async (
  request: IncomingMessage,
  response: ServerResponse,
  url: string,
): Promise<Answer> => {
  if (Number(request.headers['content-length'] ?? LIMIT + 1) > LIMIT) return { status: 413, body: '' }
  const message = await text(request)
  const body = await new Promise<string | undefined>((resolve) => {
    const socket = new WebSocket(url)
    response.once('close', () => socket.terminate())
    socket.once('open', () => socket.send(message))
    socket.once('message', (data) => {
      resolve(String(data))
      socket.close()
    })
    socket.on('error', () => {})
    socket.once('close', () => resolve(undefined))
  })
  if (body === undefined) return { status: 500, body: '' }
  return { status: memberText(Buffer.from(body), 'error') === undefined ? 200 : 400, body }
}
