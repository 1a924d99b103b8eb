// The feed's limits from the operator's settings (FEED_…).

import type { Settings } from '../../../schema/config/settings.ts'
import { FEED_LIMITS, type FeedLimits } from './feed-socket.ts'

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
