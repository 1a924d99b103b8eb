// One server that sends the same payload to every socket: the feed's hub, the library's own publish, or the common way.
import { createServer } from 'node:http'
import { pino } from 'pino'
import { WebSocketServer } from 'ws'
import { FEED_LIMITS, feedSockets } from '../../../api/feed/socket/feed-socket.ts'
import { dataRest, dataStart } from '../../../api/feed/socket/frames.ts'
import { Hub } from '../../../api/feed/socket/hub.ts'
import { loadNativeServer } from '../../../api/http/native-server.ts'
import { startServer } from '../../../api/http/server.ts'
import { answer, cpuSeconds } from '../kit/child.ts'
import { FRAME_BYTES, REQUEST_ID } from './fanout-data.ts'

export type FanoutRequest =
  /** Answered with a port. */
  | { readonly kind: 'hub' | 'publish' | 'ws' }
  /** Sends so many frames to every socket, as one burst; answered with when it began, nanoseconds as digits. */
  | { readonly kind: 'burst'; readonly frames: number }
  /** Answered with what the process uses, after a garbage collection. */
  | { readonly kind: 'usage' }

export interface FanoutUsage {
  readonly cpuSeconds: number
  readonly residentBytes: number
}

const EMPTY = dataStart(REQUEST_ID) + String(dataRest('MainPage', '""'))
/** JSON of a payload that makes a frame as long as they all are. */
const PAYLOAD = JSON.stringify('x'.repeat(FRAME_BYTES - EMPTY.length))
const FRAME = dataStart(REQUEST_ID) + String(dataRest('MainPage', PAYLOAD))

type Burst = (frames: number) => void

const startHub = async (): Promise<[number, Burst]> => {
  const hub = new Hub(0)
  const log = pino({ level: 'warn' })
  const limits = { ...FEED_LIMITS, ping: 3_600_000, queueBytes: 2 ** 30, queueFrames: 1_000_000 }
  const { routes } = feedSockets({ hub, network: 'devnet', limits, log, clock: Date.now })
  const { port } = await startServer({ routes: [], sockets: routes, host: '127.0.0.1', port: 0, log })
  return [
    port,
    (frames) => {
      for (let n = 0; n < frames; n++) hub.publish({ topic: 'New', key: '', data: PAYLOAD }, 0)
      hub.flush()
    },
  ]
}

const startPublish = async (): Promise<[number, Burst]> => {
  const native = await loadNativeServer()
  const app = native.App().ws('/ws', {
    idleTimeout: 0,
    maxBackpressure: 2 ** 30,
    open: (socket) => {
      socket.subscribe('all')
    },
  })
  const frame = Buffer.from(FRAME)
  const port = await new Promise<number>((resolve, reject) => {
    app.listen('127.0.0.1', 0, native.LIBUS_LISTEN_EXCLUSIVE_PORT, (socket) => {
      if (socket === false) reject(new Error('no port to listen on'))
      else resolve(native.us_socket_local_port(socket))
    })
  })
  return [
    port,
    (frames) => {
      for (let n = 0; n < frames; n++) app.publish('all', frame, false)
    },
  ]
}

const startWs = async (): Promise<[number, Burst]> => {
  const http = createServer()
  const server = new WebSocketServer({ server: http, path: '/ws', perMessageDeflate: false })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const address = http.address()
  if (address === null || typeof address === 'string') throw new Error('no port to listen on')
  return [
    address.port,
    (frames) => {
      for (let n = 0; n < frames; n++) for (const client of server.clients) client.send(FRAME)
    },
  ]
}

let burst: Burst = () => {}

answer<FanoutRequest>(async (request) => {
  if (request.kind === 'burst') {
    const beganAt = process.hrtime.bigint()
    burst(request.frames)
    return beganAt.toString()
  }
  if (request.kind === 'usage') {
    globalThis.gc?.()
    const usage: FanoutUsage = { cpuSeconds: cpuSeconds(), residentBytes: process.memoryUsage.rss() }
    return usage
  }
  const start = { hub: startHub, publish: startPublish, ws: startWs }[request.kind]
  const [port, how] = await start()
  burst = how
  return port
})
