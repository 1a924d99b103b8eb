// Metrics of the WebSocket feed: connections, subscriptions and frames, and the delay from a commit to its frames.
import type { FeedCounts } from '../feed/socket/feed-counts.ts'
import { ReadCounter, ReadGauge, ReadHistogram } from './read-metrics.ts'
import { byLabel, single } from './samples.ts'

export const feedMetrics = (counts: FeedCounts) => [
  new ReadGauge({
    name: 'launchpad_feed_connections',
    help: 'Open connections of the WebSocket feed.',
    read: () => single(counts.connections),
  }),
  new ReadCounter({
    name: 'launchpad_feed_connections_refused_total',
    help: 'Feed connections refused with 429 because their address had FEED_CONNECTIONS open.',
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
    help: 'Data frames sent, counted once for each subscription.',
    read: () => single(counts.frames),
  }),
  new ReadCounter({
    name: 'launchpad_feed_conflated_total',
    help: 'Updates that newer ones replaced before they were sent.',
    read: () => single(counts.conflated),
  }),
  new ReadCounter({
    name: 'launchpad_feed_connections_ended_total',
    help: 'Feed connections closed by the service, by reason of the close code; "slow": the client did not read.',
    labels: ['reason'],
    read: () => byLabel('reason', counts.ended),
  }),
  new ReadHistogram({
    name: 'launchpad_feed_delay_seconds',
    help: 'Time from a commit until its frames are sent, without frames that FEED_CONFLATE delays.',
    read: () => [{ labels: {}, value: counts.delay.buckets }],
  }),
]
