// The feed's limits from the operator's settings (FEED_…).

import type { Settings } from '../../../schema/config/settings.ts'
import { FEED_LIMITS, type FeedLimits } from './feed-socket.ts'

export const feedLimitsOf = (settings: Settings): FeedLimits => {
  const [messageRate, messageBurst] = settings.FEED_MESSAGES
  return {
    ...FEED_LIMITS,
    connections: settings.FEED_CONNECTIONS,
    subscriptions: settings.FEED_SUBSCRIPTIONS,
    messageRate,
    messageBurst,
    conflate: settings.FEED_CONFLATE,
    ping: settings.FEED_PING,
    silence: settings.FEED_SILENCE,
    queueFrames: settings.FEED_QUEUE_FRAMES,
    queueBytes: settings.FEED_QUEUE_BYTES,
  }
}
