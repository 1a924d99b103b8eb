// The limits of the feed as the operator sets them.
import { FEED_LIMITS, type FeedLimits } from '../../api/feed/socket/feed-socket.ts'
import type { Settings } from '../../schema/settings.ts'

export const feedLimitsOf = (settings: Settings): FeedLimits => {
  const [messageRate = 0, messageBurst = 0] = settings.FEED_MESSAGES.split('/').map(Number)
  return {
    ...FEED_LIMITS,
    connections: Number(settings.FEED_CONNECTIONS),
    subscriptions: Number(settings.FEED_SUBSCRIPTIONS),
    messageRate,
    messageBurst,
    conflate: Number(settings.FEED_CONFLATE),
    ping: Number(settings.FEED_PING),
    silence: Number(settings.FEED_SILENCE),
    queueFrames: Number(settings.FEED_QUEUE_FRAMES),
    queueBytes: Number(settings.FEED_QUEUE_BYTES),
  }
}
