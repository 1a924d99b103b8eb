// The lowest possible cost of a response or a frame: uWebSockets.js alone, with the same bytes for every client.
import { loadNativeServer } from '../../../api/http/native-server.ts'
import { JSON_TYPE } from '../../../api/http/route/route.ts'
import { respond } from './child.ts'

export type PlainRequest =
  | { readonly kind: 'serve'; readonly bodyBytes: number }
  | { readonly kind: 'burst'; readonly frames: number; readonly text: string }

let body = Buffer.alloc(0)
let publish = (_text: Buffer): void => {}

const start = async (): Promise<number> => {
  const native = await loadNativeServer()
  const app = native
    .App()
    .ws('/ws', { idleTimeout: 0, maxBackpressure: 2 ** 30, open: (socket) => void socket.subscribe('all') })
    .any('/*', (response) => {
      response.writeHeader('Content-Type', JSON_TYPE).end(body)
    })
  publish = (text) => void app.publish('all', text, false)
  return new Promise((resolve, reject) => {
    app.listen('127.0.0.1', 0, native.LIBUS_LISTEN_EXCLUSIVE_PORT, (socket) => {
      if (socket === false) reject(new Error('no port to listen on'))
      else resolve(native.us_socket_local_port(socket))
    })
  })
}

let port: Promise<number> | undefined

respond<PlainRequest>((request) => {
  if (request.kind === 'serve') {
    body = Buffer.alloc(request.bodyBytes, '1')
    port ??= start()
    return port
  }
  const beganAt = process.hrtime.bigint()
  const text = Buffer.from(request.text)
  for (let n = 0; n < request.frames; n++) publish(text)
  return beganAt.toString()
})
