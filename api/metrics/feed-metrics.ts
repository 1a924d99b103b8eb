// What the WebSocket feed has to do for its clients, and how soon after a commit they hear of it.
import type { FeedCounts } from '../feed/socket/feed-counts.ts'
import { ReadCounter, ReadGauge, ReadHistogram } from './read-metrics.ts'
import { byLabel, single } from './samples.ts'

export const feedMetrics = (counts: FeedCounts) => [
  new ReadGauge({
    name: 'launchpad_feed_connections',
    help: 'Connections of the WebSocket feed.',
    read: () => single(counts.connections),
  }),
  new ReadCounter({
    name: 'launchpad_feed_connections_refused_total',
    help: 'Feed connections answered 429: the address had FEED_CONNECTIONS of them.',
    read: () => single(counts.refused),
  }),
  new ReadGauge({
    name: 'launchpad_feed_subscriptions',
    help: 'Subscriptions of the feed by topic.',
    labels: ['topic'],
    read: () => byLabel('topic', counts.subscriptions),
  }),
  new ReadCounter({
    name: 'launchpad_feed_frames_total',
    help: 'Frames with data, one for each subscription that gets it.',
    read: () => single(counts.frames),
  }),
  new ReadCounter({
    name: 'launchpad_feed_conflated_total',
    help: 'Updates that a newer one replaced before they were sent.',
    read: () => single(counts.conflated),
  }),
  new ReadCounter({
    name: 'launchpad_feed_connections_ended_total',
    help: 'Feed connections ended by the service, by the reason of the close code; "slow" did not read.',
    labels: ['reason'],
    read: () => byLabel('reason', counts.ended),
  }),
  new ReadHistogram({
    name: 'launchpad_feed_delay_seconds',
    help: 'From the notice of a commit until its frames are sent; frames held back by FEED_CONFLATE apart.',
    read: () => [{ labels: {}, value: counts.delay.buckets }],
  }),
]
