// Prometheus' own tool evaluates the alerts. On the series of a failure, the alert fires at the expected minute and not earlier. On similar
// series of normal work, no alert fires.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import { temporaryDirectory } from '../../tests/kit/temporary-directory.ts'

const skip =
  spawnSync('promtool', ['--version']).status !== 0 &&
  'promtool is not installed on this machine: it is in the package prometheus'

const RULES = fileURLToPath(new URL('rules.yml', import.meta.url))

interface Rule {
  readonly alert?: string
  readonly labels?: Readonly<Record<string, string>>
}

const { groups }: { groups: readonly { rules: readonly Rule[] }[] } = parse(readFileSync(RULES, 'utf8'))
const ALERTS = groups.flatMap(({ rules }) =>
  rules.flatMap(({ alert, labels }) => (alert ? [{ alert, labels }] : [])),
)

/** Keys are metrics with labels. Values of each minute are in promtool's notation. */
type Series = Readonly<Record<string, string>>

interface Case {
  readonly series: Series
  /** Minute in which the alert first fires. */
  readonly minute: number
  /** Besides instance and severity, and without `job` if the rule aggregates over jobs. */
  readonly labels: Readonly<Record<string, string>>
  readonly summary: string
  /** The alert first fires in the same minute. */
  readonly also?: readonly Series[]
  /** The alert does not fire. */
  readonly quiet: readonly Series[]
  /** Last minute at which the alert is checked. */
  readonly last?: number
}

const JOB = { job: 'launchpad' }
/** A separate alert reports an unknown block. */
const OUTDATED = { 'launchpad_upgrade{state="needed"}': '1x90' }
const REPLICA = { 'launchpad_info{role="replica"}': '1x90' }
const SYNCING = { 'launchpad_indexer_state{state="syncing"}': '1x90' }

/** One request per second, all as slow as the bucket. */
const requests = (le: string): Series =>
  Object.fromEntries(
    ['0.5', '2.5', '+Inf'].map((bound) => [
      `launchpad_http_request_seconds_bucket{route="/order",le="${bound}"}`,
      `0+${bound === '0.5' && le !== '0.5' ? 0 : 60}x90`,
    ]),
  )

const CASES: Readonly<Record<string, Case>> = {
  LaunchpadDown: {
    series: { up: '1 0x90' },
    minute: 3,
    labels: JOB,
    summary: 'api:9464 does not answer Prometheus',
    quiet: [{ up: '1 0 0 1x90' }],
  },
  LaunchpadStopped: {
    series: { 'launchpad_indexer_state{state="silent"}': '0 1x90' },
    minute: 2,
    labels: { ...JOB, state: 'silent' },
    summary: 'The indexer of api:9464 is silent',
    quiet: [
      SYNCING,
      { 'launchpad_indexer_state{state="stopped"}': '0x90' },
      { 'launchpad_indexer_state{state="silent"}': '1x90', ...REPLICA },
      { 'launchpad_indexer_state{state="stopped"}': '1x90', ...OUTDATED },
    ],
  },
  LaunchpadDamaged: {
    series: { 'launchpad_damaged{what="images"}': '0 2 0x90' },
    minute: 1,
    labels: { ...JOB, what: 'images' },
    summary: 'The disk of api:9464 has damaged images',
    quiet: [{ 'launchpad_damaged{what="models"}': '0x90' }],
  },
  LaunchpadUpgradeNeeded: {
    series: { 'launchpad_upgrade{state="needed"}': '0 1x90' },
    minute: 1,
    labels: { ...JOB, state: 'needed' },
    summary: 'api:9464 has stopped before a block that its version does not know: upgrade it',
    quiet: [
      { 'launchpad_upgrade{state="needed"}': '0x90', 'launchpad_indexer_state{state="stopped"}': '1x90' },
    ],
  },
  LaunchpadUpgradeAnnounced: {
    series: { 'launchpad_upgrade{state="announced"}': '0 1x90' },
    minute: 1,
    labels: { ...JOB, state: 'announced' },
    summary: 'The node of api:9464 announces an era that its version does not know: upgrade it before then',
    quiet: [{ 'launchpad_upgrade{state="announced"}': '0x90', 'launchpad_upgrade{state="needed"}': '1x90' }],
  },
  LaunchpadNotReady: {
    series: { launchpad_ready: '0x90', 'launchpad_indexer_state{state="following"}': '1x90' },
    minute: 10,
    labels: JOB,
    summary: 'api:9464 has not been ready for ten minutes: its /readyz has the reason',
    also: [{ launchpad_ready: '0x90', 'launchpad_indexer_state{state="silent"}': '1x90', ...REPLICA }],
    quiet: [
      { launchpad_ready: '0x90', ...SYNCING },
      { launchpad_ready: '0x9 1 0x9 1x70' },
      // Other alerts fire and name the failing part.
      { launchpad_ready: '0x90', 'launchpad_indexer_state{state="stopped"}': '1x90' },
      { launchpad_ready: '0x90', 'launchpad_block_timestamp_seconds{at="node"}': '-600x90' },
      { launchpad_ready: '0x90', 'launchpad_source_age_seconds{source="MODELS_URL"}': '121x90', ...REPLICA },
    ],
  },
  LaunchpadFallingBehind: {
    series: { launchpad_lag_blocks: '21x90' },
    minute: 11,
    labels: JOB,
    summary: 'api:9464 is 21 blocks behind and does not catch up',
    quiet: [
      { launchpad_lag_blocks: '900-5x90' },
      { launchpad_lag_blocks: '20x90' },
      { launchpad_lag_blocks: '900x90', ...OUTDATED },
    ],
  },
  LaunchpadNodeTipOld: {
    series: { 'launchpad_block_timestamp_seconds{at="node"}': '0x90' },
    minute: 16,
    labels: { ...JOB, at: 'node' },
    summary: 'The tip of the node of api:9464 is 16m 0s old',
    quiet: [
      { 'launchpad_block_timestamp_seconds{at="node"}': '0+60x90' },
      { 'launchpad_block_timestamp_seconds{at="models"}': '0x90' },
      { 'launchpad_block_timestamp_seconds{at="node"}': '0x90', ...OUTDATED },
      { 'launchpad_block_timestamp_seconds{at="node"}': '0x90', ...REPLICA },
    ],
  },
  LaunchpadNodeUnsteady: {
    series: { launchpad_node_connections_total: '0x40 1+1x40' },
    minute: 51,
    labels: JOB,
    summary: 'api:9464 connected to its node 11 times in half an hour',
    quiet: [
      { launchpad_node_connections_total: '0x40 1+1x40', ...REPLICA },
      { launchpad_node_connections_total: '0+1x9 9x90' },
      { launchpad_node_connections_total: '0+1x90', 'launchpad_indexer_state{state="waiting"}': '1x90' },
    ],
  },
  LaunchpadDeepRollback: {
    series: {
      launchpad_rollback_depth_blocks_count: '0 0 1x90',
      'launchpad_rollback_depth_blocks_bucket{le="20"}': '0x92',
    },
    minute: 2,
    labels: JOB,
    summary: 'api:9464 rolled back more than 20 blocks',
    quiet: [
      {
        launchpad_rollback_depth_blocks_count: '0 0 1x90',
        'launchpad_rollback_depth_blocks_bucket{le="20"}': '0x92',
        ...REPLICA,
      },
      {
        launchpad_rollback_depth_blocks_count: '0+1x90',
        'launchpad_rollback_depth_blocks_bucket{le="20"}': '0+1x90',
      },
    ],
  },
  LaunchpadPoolsRejected: {
    series: {
      'launchpad_rejected_pools{reason="its tier is not listed"}': '_x65 1x20',
      launchpad_ready: '1x90',
    },
    minute: 65,
    labels: { ...JOB, reason: 'its tier is not listed' },
    summary: 'api:9464 rejects new pools: its tier is not listed',
    also: [{ 'launchpad_rejected_pools{reason="its tier is not listed"}': '2x64 3x20' }],
    quiet: [{ 'launchpad_rejected_pools{reason="its tier is not listed"}': '2x90', launchpad_ready: '1x90' }],
  },
  LaunchpadMirrorStopped: {
    series: {
      'launchpad_mirror_state{state="waiting"}': '1x90',
      'launchpad_indexer_state{state="following"}': '1x90',
    },
    minute: 10,
    labels: { ...JOB, state: 'waiting' },
    summary: 'api:9464 does not write the copy in PostgreSQL: its mirror is waiting',
    quiet: [
      { 'launchpad_mirror_state{state="waiting"}': '1x90', ...REPLICA },
      { 'launchpad_mirror_state{state="waiting"}': '1x90', ...SYNCING },
      { 'launchpad_mirror_state{state="standby"}': '1x90' },
    ],
  },
  LaunchpadMirrorBehind: {
    series: { launchpad_mirror_lag_blocks: '21x90' },
    minute: 5,
    labels: JOB,
    summary: 'The copy in PostgreSQL is 21 blocks behind the models of api:9464',
    quiet: [
      { launchpad_mirror_lag_blocks: '21x90', ...REPLICA },
      { launchpad_mirror_lag_blocks: '20x90' },
      { launchpad_mirror_lag_blocks: '21x90', 'launchpad_mirror_state{state="waiting"}': '1x90' },
    ],
  },
  LaunchpadPublishingStopped: {
    series: {
      'launchpad_publishing_state{state="waiting"}': '1x90',
      'launchpad_indexer_state{state="following"}': '1x90',
    },
    minute: 10,
    labels: { ...JOB, state: 'waiting' },
    summary: 'api:9464 publishes no models: its publishing is waiting',
    quiet: [
      { 'launchpad_publishing_state{state="waiting"}': '1x90', ...SYNCING },
      { 'launchpad_publishing_state{state="publishing"}': '1x90' },
      { 'launchpad_publishing_state{state="waiting"}': '1x90', ...REPLICA },
    ],
  },
  LaunchpadPublishingBehind: {
    series: { launchpad_publishing_lag_blocks: '21x90' },
    minute: 5,
    labels: JOB,
    summary: 'The published models of api:9464 are 21 blocks behind its models',
    quiet: [
      { launchpad_publishing_lag_blocks: '21x90', ...REPLICA },
      { launchpad_publishing_lag_blocks: '20x90' },
      { launchpad_publishing_lag_blocks: '21x90', 'launchpad_publishing_state{state="stopped"}': '1x90' },
    ],
  },
  LaunchpadReplicaStale: {
    series: { 'launchpad_source_age_seconds{source="MODELS_URL"}': '240x90' },
    minute: 5,
    labels: { ...JOB, source: 'MODELS_URL' },
    summary: 'api:9464 has got nothing from MODELS_URL for 4m 0s',
    also: [
      {
        'launchpad_source_age_seconds{source="MODELS_URL"}': '240x90',
        'launchpad_mirror_state{state="waiting"}': '1x90',
      },
    ],
    quiet: [
      { 'launchpad_source_age_seconds{source="MODELS_URL"}': '120x90' },
      {
        'launchpad_source_age_seconds{source="MODELS_URL"}': '240x90',
        'launchpad_publishing_state{state="waiting"}': '1x90',
      },
      {
        'launchpad_source_age_seconds{source="MODELS_URL"}': '240x90',
        'launchpad_publishing_state{state="publishing"}': '1 _x90',
        up: '1 0x90',
      },
    ],
  },
  LaunchpadServerErrors: {
    series: { 'launchpad_unexpected_errors_total{in="http"}': '0x40 1x40' },
    minute: 41,
    labels: { ...JOB, in: 'http' },
    summary: 'api:9464 had 1 unexpected errors (http)',
    quiet: [
      {
        'launchpad_unexpected_errors_total{in="http"}': '0x90',
        'launchpad_http_errors_total{cause="SERVER_ERROR"}': '0+1x90',
      },
    ],
  },
  LaunchpadUnavailable: {
    series: {
      'launchpad_http_errors_total{cause="SERVICE_UNAVAILABLE"}': '0+6x90',
      'launchpad_unexpected_errors_total{in="http"}': '0x90',
      'launchpad_http_requests_total{route="/order",status="2xx"}': '0+60x90',
    },
    minute: 11,
    labels: {},
    summary: 'api:9464 fails to answer 10% of requests',
    quiet: [
      {
        'launchpad_http_errors_total{cause="SERVER_ERROR"}': '0+60x90',
        'launchpad_http_errors_total{cause="SERVICE_UNAVAILABLE"}': '0+3x90',
        'launchpad_unexpected_errors_total{in="http"}': '0x90',
        'launchpad_http_requests_total{route="/order",status="5xx"}': '0+60x90',
      },
    ],
  },
  LaunchpadSlow: {
    series: requests('2.5'),
    minute: 11,
    labels: { route: '/order' },
    summary: 'One in 100 responses of /order takes 2.48s',
    quiet: [requests('0.5')],
  },
  LaunchpadEventLoopBlocked: {
    series: { nodejs_eventloop_lag_p99_seconds: '0.3x90' },
    minute: 10,
    labels: JOB,
    summary: 'The event loop of api:9464 is late by 300ms',
    quiet: [{ nodejs_eventloop_lag_p99_seconds: '0.25x90' }],
  },
  LaunchpadReadsWaiting: {
    series: { 'launchpad_heavy_reads{state="waiting"}': '17x90' },
    minute: 5,
    labels: { ...JOB, state: 'waiting' },
    summary: '17 large reads wait on api:9464',
    quiet: [
      {
        'launchpad_heavy_reads{state="waiting"}': '16x90',
        'launchpad_heavy_reads{state="running"}': '20x90',
      },
    ],
  },
  LaunchpadBuilderStuck: {
    series: { launchpad_builder_overdue_total: '0 0 1x90', launchpad_builder_silence_seconds: '0x92' },
    minute: 2,
    labels: JOB,
    summary: 'A request keeps the transaction builder of api:9464 busy past its deadline',
    quiet: [{ launchpad_builder_overdue_total: '1x90', launchpad_builder_silence_seconds: '5x90' }],
  },
  LaunchpadPicturesWaiting: {
    series: { launchpad_pictures_age_seconds: '0 6x90' },
    minute: 6,
    labels: JOB,
    summary: 'Pictures and images of launches wait for seconds on api:9464',
    also: [{ launchpad_pictures_age_seconds: '0x90', launchpad_pictures_overdue_total: '0 1x90' }],
    quiet: [{ launchpad_pictures_age_seconds: '5x90', launchpad_pictures_overdue_total: '1x90' }],
  },
  LaunchpadPartFails: {
    series: { 'launchpad_part_failing{part="images"}': '1x90' },
    minute: 2,
    labels: { ...JOB, part: 'images' },
    summary: 'On api:9464 a part does not work: images',
    also: [{ 'launchpad_part_failing{part="images"}': '1x90', launchpad_lost_log_lines_total: '3x90' }],
    quiet: [{ 'launchpad_part_failing{part="images"}': '0x9 1 0x90' }],
  },
  LaunchpadRateLimiting: {
    series: { 'launchpad_http_errors_total{cause="RATE_LIMITED"}': '0+720x90' },
    minute: 19,
    labels: { ...JOB, cause: 'RATE_LIMITED' },
    summary: 'api:9464 refuses 12 requests per second by rate limits',
    quiet: [{ 'launchpad_http_errors_total{cause="RATE_LIMITED"}': '0+600x90' }],
  },
  LaunchpadFeedSlowClients: {
    series: { 'launchpad_feed_connections_ended_total{reason="slow"}': '0+30x90' },
    minute: 15,
    labels: {},
    summary: 'api:9464 closes 0.5 feed connections per second because clients read too slowly',
    quiet: [{ 'launchpad_feed_connections_ended_total{reason="slow"}': '0+12x90' }],
  },
  LaunchpadDiskFull: {
    series: { launchpad_disk_free_bytes: '100000000000-80000000x400' },
    minute: 256,
    last: 400,
    labels: JOB,
    summary: 'The disk of api:9464 is full, or will be within a day',
    quiet: [
      { launchpad_disk_free_bytes: '100000000000-20000000x400' },
      // A tenth of the disk is written within ten minutes, then within two hours, at the beginning and later.
      ...['', '100e9x180 '].flatMap((before) => [
        { launchpad_disk_free_bytes: `${before}100e9-1e9x10 90e9x400` },
        { launchpad_disk_free_bytes: `${before}100e9-83333333x120 90e9x400` },
      ]),
      { launchpad_disk_free_bytes: '2000000000x90', launchpad_publishing_disk_free_bytes: '1e9x90' },
    ],
  },
  LaunchpadWalGrows: {
    series: { 'launchpad_file_bytes{file="log_wal"}': '3221225472x90' },
    minute: 30,
    labels: { ...JOB, file: 'log_wal' },
    summary: 'log_wal of api:9464 takes 3GiB',
    quiet: [
      {
        'launchpad_file_bytes{file="log"}': '3221225472x90',
        'launchpad_file_bytes{file="log_wal"}': '2e9x90',
      },
    ],
  },
  LaunchpadMemory: {
    series: { process_resident_memory_bytes: '3221225472x90' },
    minute: 15,
    labels: JOB,
    summary: 'api:9464 takes 3GiB of memory',
    quiet: [{ process_resident_memory_bytes: '2e9x90' }],
  },
}

const LAST = 80

const inputOf = (series: Series) =>
  Object.entries(series).map(([name, values]) => {
    const [metric, labels] = name.split(/[{}]/)
    return { series: `${metric}{instance="api:9464",job="launchpad"${labels ? `,${labels}` : ''}}`, values }
  })

const minutes = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, at) => `${from + at}m`)

/** @returns promtool's complaints */
const promtool = (t: TestContext, tests: readonly object[]): string => {
  const file = join(temporaryDirectory(t), 'tests.yml')
  // JSON is also YAML.
  writeFileSync(file, JSON.stringify({ rule_files: [RULES], evaluation_interval: '1m', tests }))
  const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', file], { encoding: 'utf8' })
  return status === 0 ? '' : `${stdout}\n${stderr}`
}

test('every alert fires after its time, and not on ordinary work', { skip }, (t) => {
  assert.deepEqual(
    Object.keys(CASES),
    ALERTS.map(({ alert }) => alert),
  )
  for (const { alert, labels: own } of ALERTS) {
    const {
      series,
      minute,
      labels,
      summary,
      also = [],
      quiet,
      last = LAST,
    } = CASES[alert] ?? assert.fail(alert)
    const silent = (to: number) => minutes(0, to).map((eval_time) => ({ eval_time, alertname: alert }))
    const fires = {
      eval_time: `${minute}m`,
      alertname: alert,
      exp_alerts: [{ exp_labels: { instance: 'api:9464', ...own, ...labels }, exp_annotations: { summary } }],
    }
    const tests = [
      ...[series, ...also].map((series) => ({
        interval: '1m',
        input_series: inputOf(series),
        alert_rule_test: [...silent(minute - 1), fires],
      })),
      ...quiet.map((series) => ({
        interval: '1m',
        input_series: inputOf(series),
        alert_rule_test: silent(last),
      })),
    ]
    assert.equal(promtool(t, tests), '', alert)
  }
})
