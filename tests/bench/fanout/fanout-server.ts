// The feed's hub, which sends the same payload to every socket.
import { pino } from 'pino'
import { FEED_LIMITS, feedSockets } from '../../../api/feed/socket/feed-socket.ts'
import { Hub } from '../../../api/feed/socket/hub.ts'
import { startServer } from '../../../api/http/server.ts'
import { respond } from '../kit/child.ts'
import { PAYLOAD } from './fanout-data.ts'

export type FanoutRequest = { readonly kind: 'serve' } | { readonly kind: 'burst'; readonly frames: number }

const hub = new Hub(0)

respond<FanoutRequest>(async (request) => {
  if (request.kind === 'burst') {
    for (let n = 0; n < request.frames; n++) hub.publish({ topic: 'New', key: '', data: PAYLOAD }, 0)
    hub.flush()
    return null
  }
  const log = pino({ level: 'warn' })
  const limits = { ...FEED_LIMITS, ping: 3_600_000, queueBytes: 2 ** 30, queueFrames: 1_000_000 }
  const { routes } = feedSockets({ hub, network: 'devnet', limits, log, clock: Date.now })
  const { port } = await startServer({ routes: [], sockets: routes, host: '127.0.0.1', port: 0, log })
  return port
})
