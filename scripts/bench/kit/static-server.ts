// The least that an answer of a size can cost: the library that our server stands on, with the same bytes to whoever asks.
import { loadNativeServer } from '../../../api/http/native-server.ts'
import { JSON_TYPE } from '../../../api/http/route/route.ts'
import { answer, cpuSeconds } from './child.ts'

export type StaticRequest =
  /** Answered with a port; asked again, it changes the size of the body. */
  | { readonly kind: 'static'; readonly bodyBytes: number }
  /** Answered with the seconds of processor time so far. */
  | { readonly kind: 'cpu' }

let body = Buffer.alloc(0)

const start = async (): Promise<number> => {
  const native = await loadNativeServer()
  const app = native.App().any('/*', (response) => {
    response.writeHeader('Content-Type', JSON_TYPE).end(body)
  })
  return new Promise((resolve, reject) => {
    app.listen('127.0.0.1', 0, native.LIBUS_LISTEN_EXCLUSIVE_PORT, (socket) => {
      if (socket === false) reject(new Error('no port to listen on'))
      else resolve(native.us_socket_local_port(socket))
    })
  })
}

let port: Promise<number> | undefined

answer<StaticRequest>((request) => {
  if (request.kind === 'cpu') return cpuSeconds()
  body = Buffer.alloc(request.bodyBytes, '1')
  port ??= start()
  return port
})
