// A client of the feed on a plain WebSocket. It stores every frame, and rows can wait for a frame.
import { once } from 'node:events'
import { WebSocket } from 'ws'
import { until } from '../kit/until.ts'

export interface Frame {
  readonly requestId: string | null
  readonly event: string
  readonly messageType: string
  // biome-ignore lint/suspicious/noExplicitAny: rows read members of frames
  readonly data?: any
}

export interface FeedSocket {
  readonly frames: readonly Frame[]
  say(text: string): void
  tell(message: object): void
  next(what: string, wanted: (frame: Frame) => boolean): Promise<Frame>
  subscribe(requestId: string, topic: string, data?: unknown): Promise<Frame>
  reaches(txHash: string, status: string): Promise<Frame>
  close(): void
}

export const openFeed = async (url: string, path = '/websocket/ws'): Promise<FeedSocket> => {
  const socket = new WebSocket(`${url.replace('http', 'ws')}${path}`)
  const frames: Frame[] = []
  socket.on('message', (text) => frames.push(JSON.parse(String(text))))
  await once(socket, 'open')
  const feed: FeedSocket = {
    frames,
    say: (text) => socket.send(text),
    tell: (message) => socket.send(JSON.stringify({ clientId: 'rows', ...message })),
    next: (what, wanted) => until(what, () => frames.find(wanted)),
    subscribe(requestId, topic, data) {
      feed.tell({ messageType: 'subscribe', requestId, topic, data })
      return feed.next(`the answer to ${topic}`, (frame) => frame.requestId === requestId)
    },
    reaches: (txHash, status) =>
      feed.next(
        `${status} of ${txHash}`,
        ({ data }) => data?.pendingTransactionId === txHash && data.status === status,
      ),
    close: () => socket.close(),
  }
  return feed
}

export const statusesOf = (frames: readonly Frame[], requestId: string, txHash: string): string[] =>
  frames
    .filter((frame) => frame.requestId === requestId && frame.data?.pendingTransactionId === txHash)
    .map(({ data }) => data.status)
    .filter((status, at, all) => status !== all[at - 1])
