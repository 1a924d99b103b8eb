// The feed of a page without a service. The test sends its frames, cuts its connections, or silences them.
import type { Server } from 'node:http'
import { type WebSocket, WebSocketServer } from 'ws'
import { EVENT_OF, REMOVAL_OF, type RemovalOf, type Topic } from '../../../../schema/responses/feed.ts'
import type { FeedData } from '../../../../schema/responses/feed-frames.ts'
import { until } from '../../../kit/until.ts'
import { sampleStatus } from './sample-state.ts'

export interface PageFeed {
  send<T extends Topic>(topic: T, data: FeedData<T>): void
  remove(topic: keyof RemovalOf, data: object): void
  block(height: number, changes?: Partial<FeedData<'Status'>>): void
  /** Resolves when every page has replied to a ping. Meanwhile, a page with the test's clock receives nothing else. */
  beat(): Promise<void>
  /** Ends all connections, and accepts none until `mend`. */
  cut(): void
  /** Refuses new subscriptions, as with too many of them, until `mend`. */
  refuseTopics(): void
  /** Stops sending without ending connections, until `mend`. */
  fallSilent(): void
  mend(): void
}

interface Frame {
  readonly messageType: string
  readonly requestId: string
  readonly topic?: Topic
}

const subscribers = (http: Server, path: string, is: { cut: boolean; silent: boolean; full: boolean }) => {
  const followers = new Map<WebSocket, Map<string, Topic>>()
  const unanswered = new Set<WebSocket>()
  const sockets = new WebSocketServer({
    server: http,
    path,
    verifyClient: (_, accept) => {
      if (!is.silent) accept(true)
    },
  })
  sockets.on('connection', (socket) => {
    if (is.cut) {
      socket.terminate()
      return
    }
    const topics = new Map<string, Topic>()
    followers.set(socket, topics)
    socket.on('close', () => {
      followers.delete(socket)
      unanswered.delete(socket)
    })
    socket.on('message', (text) => {
      const { messageType, requestId, topic } = JSON.parse(String(text)) as Frame
      if (messageType === 'pong') unanswered.delete(socket)
      if (messageType === 'ping' && !is.silent) socket.send(JSON.stringify({ requestId, event: 'Pong' }))
      if (messageType === 'unsubscribe') topics.delete(requestId)
      if (messageType !== 'subscribe' || topic === undefined) return
      if (is.full) {
        socket.send(
          JSON.stringify({ requestId, event: 'Error', data: { cause: 'LIMIT_EXCEEDED', message: 'full' } }),
        )
        return
      }
      topics.set(requestId, topic)
      socket.send(JSON.stringify({ requestId, event: 'SubscriptionSucceeded', data: { topic } }))
    })
  })
  return { followers, unanswered }
}

export const pageFeed = (http: Server, path: string): PageFeed => {
  const is = { cut: false, silent: false, full: false }
  const { followers, unanswered } = subscribers(http, path, is)
  const sendFrame = (topic: Topic, event: string, data: unknown): void => {
    for (const [socket, topics] of followers)
      for (const [requestId, each] of topics)
        if (each === topic) socket.send(JSON.stringify({ requestId, event, data }))
  }
  return {
    send: (topic, data) => sendFrame(topic, EVENT_OF[topic], data),
    remove: (topic, data) => sendFrame(topic, REMOVAL_OF[topic], data),
    block: (height, changes) => sendFrame('Status', EVENT_OF.Status, sampleStatus(height, changes)),
    async beat() {
      for (const socket of followers.keys()) {
        unanswered.add(socket)
        socket.send(JSON.stringify({ requestId: null, event: 'Ping' }))
      }
      await until('every page has answered', () => unanswered.size === 0)
    },
    cut() {
      is.cut = true
      for (const socket of followers.keys()) socket.terminate()
    },
    refuseTopics() {
      is.full = true
    },
    fallSilent() {
      is.silent = true
    },
    mend: () => void Object.assign(is, { cut: false, silent: false, full: false }),
  }
}
