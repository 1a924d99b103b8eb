// Metrics of the HTTP API: requests by route pattern, their durations and errors, connections, queues, caches, and memory that clients use.
import type { ReadThread } from '../../projections/read/threads/run-reads.ts'
import type { CallCounts } from '../../schema/platform/call-thread.ts'
import type { CacheCount } from '../charts/charts.ts'
import type { FeedCounts } from '../feed/socket/feed-counts.ts'
import type { RunningServer } from '../http/server.ts'
import { ReadCounter, ReadGauge, ReadHistogram, type Sample } from './read-metrics.ts'
import { byLabel, single } from './samples.ts'

export interface HttpSources {
  readonly feed: FeedCounts
  readonly server: Pick<RunningServer, 'counts' | 'load'>
  readonly readThreads: Pick<ReadThread, 'load'>
  readonly builder: CallCounts
  readonly pictures: CallCounts
  readonly charts: CacheCount
}

const callMetrics = (name: string, callee: string, counts: CallCounts) => [
  new ReadGauge({
    name: `launchpad_${name}_jobs`,
    help: `Unfinished jobs of ${callee}.`,
    read: () => single(counts.waiting),
  }),
  new ReadGauge({
    name: `launchpad_${name}_age_seconds`,
    help: `Age of the oldest unfinished job of ${callee}; 0 without jobs.`,
    read: () => single(counts.age / 1000),
  }),
  new ReadCounter({
    name: `launchpad_${name}_overdue_total`,
    help: `Restarts of ${callee} because a job ran past its deadline.`,
    read: () => single(counts.overdue),
  }),
]

const requestMetrics = ({ server: { counts }, feed }: HttpSources) => [
  new ReadCounter({
    name: 'launchpad_http_requests_total',
    help: 'Responses, by route and class of status. Preflights and unknown paths have route="*".',
    labels: ['method', 'route', 'status'],
    read: () =>
      counts.routes.flatMap(({ method, path: route, classes }) =>
        [...classes].flatMap((value, at): Sample[] =>
          value === 0 ? [] : [{ labels: { method, route, status: `${at}xx` }, value }],
        ),
      ),
  }),
  new ReadHistogram({
    name: 'launchpad_http_request_seconds',
    help: "Time from a request's head to its response, by route.",
    labels: ['method', 'route'],
    read: () =>
      counts.routes.map(({ method, path: route, seconds }) => ({
        labels: { method, route },
        value: seconds.buckets,
      })),
  }),
  new ReadCounter({
    name: 'launchpad_http_errors_total',
    help: 'Error responses, by cause. Rate limits have cause="RATE_LIMITED".',
    labels: ['cause'],
    read: () => byLabel('cause', counts.errors),
  }),
  new ReadCounter({
    name: 'launchpad_unexpected_errors_total',
    help: 'Unexpected exceptions in requests and in the feed. Each is a bug; the log has its stack.',
    labels: ['in'],
    read: () =>
      byLabel('in', [
        ['http', counts.unexpected],
        ['feed', feed.unexpected],
      ]),
  }),
  new ReadCounter({
    name: 'launchpad_http_clients_left_total',
    help: 'Requests whose client closed the connection before the response.',
    read: () => single(counts.left),
  }),
  new ReadCounter({
    name: 'launchpad_http_connections_ended_total',
    help: 'Connections closed by the service, by reason. "unread": the client did not read its responses; "bodiless": after one in 64 responses without a body.',
    labels: ['reason'],
    read: () =>
      byLabel('reason', [
        ['unread', counts.unread],
        ['bodiless', counts.bodiless],
      ]),
  }),
]

const loadMetrics = ({ server: { load }, readThreads, builder, pictures }: HttpSources) => [
  new ReadGauge({
    name: 'launchpad_http_requests_in_flight',
    help: 'Requests being received, handled or sent.',
    read: () => single(load().inFlight),
  }),
  new ReadGauge({
    name: 'launchpad_http_requests_waiting',
    help: 'Requests that wait for their turn in the event loop.',
    read: () => single(load().waiting),
  }),
  new ReadGauge({
    name: 'launchpad_http_unread_bytes',
    help: 'Bytes of responses that clients have not read yet.',
    read: () => single(load().unreadBytes),
  }),
  new ReadGauge({
    name: 'launchpad_http_upload_bytes',
    help: 'Bytes of request bodies being received.',
    read: () => single(load().uploadBytes),
  }),
  new ReadGauge({
    name: 'launchpad_heavy_reads',
    help: 'Large reads that run in a read thread or wait for one.',
    labels: ['state'],
    read: () => byLabel('state', Object.entries(readThreads.load)),
  }),
  ...callMetrics('builder', "the transaction builder's thread", builder),
  new ReadGauge({
    name: 'launchpad_builder_silence_seconds',
    help: "Time since the last response of the transaction builder's thread; 0 while it is idle.",
    read: () => single(builder.silence / 1000),
  }),
  ...callMetrics('pictures', 'the process of pictures', pictures),
]

const cacheMetrics = ({ server: { counts, load }, charts }: HttpSources) => [
  new ReadCounter({
    name: 'launchpad_http_answers_total',
    help: 'Responses of reads, by route: "held" ones came from the cache, "made" ones were computed.',
    labels: ['method', 'route', 'result'],
    read: () =>
      counts.routes.flatMap(({ method, path: route, hits, misses }): Sample[] =>
        hits + misses === 0
          ? []
          : [
              { labels: { method, route, result: 'held' }, value: hits },
              { labels: { method, route, result: 'made' }, value: misses },
            ],
      ),
  }),
  new ReadGauge({
    name: 'launchpad_http_answers_bytes',
    help: 'Size of the response cache in bytes.',
    read: () => single(load().cacheBytes),
  }),
  new ReadCounter({
    name: 'launchpad_cache_lookups_total',
    help: 'Look-ups in the caches of fragments of responses, by cache and result.',
    labels: ['cache', 'result'],
    read: () => [
      { labels: { cache: 'charts', result: 'hit' }, value: charts.hits },
      { labels: { cache: 'charts', result: 'miss' }, value: charts.misses },
    ],
  }),
]

export const httpMetrics = (sources: HttpSources) => [
  ...requestMetrics(sources),
  ...loadMetrics(sources),
  ...cacheMetrics(sources),
]
