// The metrics of a server on models, read by a third-party parser of Prometheus' format. Names in the dashboard and the rules are read by
// Prometheus' own grammar.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { parser } from '@prometheus-io/lezer-promql'
import parsePrometheus from 'parse-prometheus-text-format'
import { parse } from 'yaml'
import { ReadThread } from '../../projections/read/threads/run-reads.ts'
import { indexerStatus } from '../../projections/status/indexer-status.ts'
import { emptyChain } from '../../projections/testing/generated-chain.ts'
import { GrowingChain } from '../../projections/testing/growing-chain.ts'
import { testModels } from '../../projections/testing/test-models.ts'
import { ApiError } from '../../schema/errors.ts'
import type { BlockEvent } from '../../schema/events.ts'
import { CallCounts } from '../../schema/platform/call-thread.ts'
import type { Point, Tip } from '../../schema/primitives.ts'
import type { Reports } from '../../schema/reports.ts'
import { CLOSE_CODES } from '../../schema/responses/feed.ts'
import { temporaryDirectory } from '../../tests/kit/temporary-directory.ts'
import { FeedCounts } from '../feed/socket/feed-counts.ts'
import { checkResponse } from '../http/testing/check-response.ts'
import { plainRoute } from '../http/testing/plain-route.ts'
import { startTestServer } from '../http/testing/test-server.ts'
import { PartHealth } from '../operations/part-health.ts'
import { createMetrics } from './metrics.ts'
import { metricsRoutes } from './routes.ts'

const SECOND = 1_000

const LATE_S = 5

const emptyBlocks = (count: number): BlockEvent[] => new GrowingChain(() => 0, emptyChain(1)).grow(count)

const reportsAt = (
  { height, ...point }: Tip,
  now: number,
  folding: NonNullable<Reports['folding']>,
): Reports => ({
  following: {
    state: 'syncing',
    problem: null,
    nodeTip: { slot: point.slot + 40, id: 'ab'.repeat(32), height: height + 9 },
    logEnd: { ...point, height },
    isRecorded: false,
    upgrade: 'announced',
    counts: { blocks: 4, connections: 2 },
    source: { at: now - 3 * SECOND },
    at: now,
  },
  folding: { ...folding, rate: 12.5, refolding: ['bars'], damage: 'models', comparison: 7, at: now },
  mirroring: {
    state: 'following',
    problem: null,
    copy: { ...point, height: height - 1 },
    loaded: null,
    counts: { loads: 1, commits: { bounds: [0.01], counts: [2, 0], sum: 0.01 } },
    at: now,
  },
  publishing: {
    state: 'publishing',
    problem: null,
    published: { ...point, height: height - 2 },
    freeBytes: 500,
    at: now,
  },
})

const feedCounts = (): FeedCounts => {
  const feed = new FeedCounts()
  feed.connections = 2
  feed.refused = 5
  feed.unexpected = 2
  feed.subscribed('New', 1)
  feed.frames = 9
  feed.conflated = 4
  feed.end(CLOSE_CODES.slow)
  feed.delay.add(0.003)
  return feed
}

const start = async (t: TestContext) => {
  const models = testModels(t)
  // Three blocks, the last two of which are rolled back.
  const blocks = emptyBlocks(3)
  models.apply(...blocks)
  models.log.rollBackTo(1)
  models.fold()
  const [last] = blocks
  assert.ok(last !== undefined)
  models.database
    .prepare('INSERT INTO rejections_1 VALUES (?, ?, ?, ?)')
    .run('its tier is not listed', 2, Buffer.alloc(32, 1), 7)
  const { directory, folding } = models
  const reader = models.openReader()
  const readThreads = new ReadThread({ directory, network: 'mainnet' })
  const { point, height } = last
  const now = (point.slot + LATE_S) * SECOND
  const reports = reportsAt({ ...point, height }, now, folding.report)
  const server = await startTestServer(t, [
    plainRoute('/plain', (_, reply) => reply(200, 1)),
    plainRoute('/stated', (_, reply) => reply(200, 1), { state: () => '1' }),
    plainRoute('/refused', () => {
      throw new ApiError('SERVER_ERROR', 'the wallet has too little')
    }),
    plainRoute('/broken', () => {
      throw new Error('a bug')
    }),
  ])
  const parts = new PartHealth()
  parts.check('log', () => false)
  parts.note('images', false)
  const metrics = createMetrics({
    context: {
      reader,
      status: () => indexerStatus(reports),
      slotTime: (slot) => slot,
      clock: () => now,
      maxTipAge: 300,
    },
    network: 'mainnet',
    version: '1.2.3',
    role: 'all',
    source: 'MODELS_URL',
    damagedImages: () => 2,
    reports: () => reports,
    server,
    readThreads,
    builder: new CallCounts(),
    pictures: new CallCounts(),
    charts: { hits: 3, misses: 0 },
    feed: feedCounts(),
    files: () => ({ bytes: new Map([['log', 10]]), free: 1_000 }),
    parts,
    lostLines: () => 3,
  })
  return { server, metrics, point, height }
}

/** Labels are in Prometheus' notation. A histogram has its buckets, sum and count. */
const samplesOf = (text: string): ReadonlyMap<string, unknown> =>
  new Map(
    parsePrometheus(text).map(({ name, metrics }) => [
      name,
      Object.fromEntries(
        metrics.map(({ labels = {}, value, buckets, sum, count }) => [
          Object.entries(labels)
            .map(([label, of]) => `${label}=${of}`)
            .join(),
          buckets === undefined ? Number(value) : { buckets, sum: Number(sum), count: Number(count) },
        ]),
      ),
    ]),
  )

/** Samples by label: 1 for a value with a star, 0 for the others. */
const states = (values: string, label = 'state'): Readonly<Record<string, number>> =>
  Object.fromEntries(
    values.split(' ').map((value) => [`${label}=${value.replace('*', '')}`, Number(value.startsWith('*'))]),
  )

/** The samples after the requests of the test. */
const samplesAt = (point: Point, height: number) => {
  return {
    launchpad_ready: { '': 0 },
    launchpad_info: { [`network=mainnet,role=all,version=1.2.3,node_version=${process.version}`]: 1 },
    launchpad_indexer_state: states('connecting following waiting rebuilding stopped silent *syncing'),
    launchpad_upgrade: states('none *announced needed'),
    launchpad_refolding: { 'model=bars': 1 },
    launchpad_block_height: { 'at=node': height + 9, 'at=log': height, 'at=models': height },
    launchpad_block_slot: { 'at=node': point.slot + 40, 'at=log': point.slot, 'at=models': point.slot },
    launchpad_lag_blocks: { '': 9 },
    launchpad_lag_seconds: { '': LATE_S },
    launchpad_fold_blocks_per_second: { '': 12.5 },
    launchpad_appended_blocks_total: { '': 4 },
    launchpad_node_connections_total: { '': 2 },
    launchpad_folded_blocks_total: { '': 3 },
    launchpad_mirror_state: states('connecting standby loading *following waiting stopped silent'),
    launchpad_mirror_lag_blocks: { '': 1 },
    launchpad_mirror_loads_total: { '': 1 },
    launchpad_publishing_state: states('*publishing standby waiting stopped silent'),
    launchpad_publishing_lag_blocks: { '': 2 },
    launchpad_publishing_disk_free_bytes: { '': 500 },
    launchpad_source_age_seconds: { 'source=MODELS_URL': 3 },
    launchpad_damaged: { 'what=models': 1, 'what=images': 2 },
    launchpad_comparison_seconds: { '': 7 },
    launchpad_rejected_pools: { 'reason=its tier is not listed': 2 },
    launchpad_http_requests_total: {
      'method=OPTIONS,route=*,status=2xx': 1,
      'method=any,route=*,status=4xx': 2,
      'method=GET,route=/plain,status=2xx': 3,
      'method=GET,route=/stated,status=2xx': 3,
      'method=GET,route=/refused,status=5xx': 2,
      'method=GET,route=/broken,status=5xx': 1,
    },
    launchpad_unexpected_errors_total: { 'in=http': 1, 'in=feed': 2 },
    launchpad_http_answers_total: {
      'method=GET,route=/stated,result=held': 1,
      'method=GET,route=/stated,result=made': 2,
    },
    launchpad_cache_lookups_total: { 'cache=charts,result=hit': 3, 'cache=charts,result=miss': 0 },
    launchpad_feed_connections: { '': 2 },
    launchpad_feed_connections_refused_total: { '': 5 },
    launchpad_feed_subscriptions: { 'topic=New': 1 },
    launchpad_feed_frames_total: { '': 9 },
    launchpad_feed_conflated_total: { '': 4 },
    launchpad_feed_connections_ended_total: states(
      Object.keys(CLOSE_CODES).join(' ').replace('slow', '*slow'),
      'reason',
    ),
    launchpad_file_bytes: { 'file=log': 10 },
    launchpad_part_failing: states('*images pins config builder *log', 'part'),
    launchpad_lost_log_lines_total: { '': 3 },
    launchpad_disk_free_bytes: { '': 1_000 },
    launchpad_heavy_reads: states('running waiting'),
  }
}

test("a scrape has the service's counts and the models' state, and no samples for unknown values", async (t) => {
  const { server, metrics, point, height } = await start(t)
  for (const path of [
    '/plain',
    '/plain/',
    '/plain?x=1',
    '/stated',
    '/stated',
    '/stated',
    `/${'x'.repeat(50)}`,
    '/.env',
    '/refused',
    '/refused',
    '/broken',
  ])
    await (await fetch(server.url + path)).text()
  await fetch(`${server.url}/plain`, { method: 'OPTIONS' })
  assert.equal(server.counts.responses, 12)

  const routes = metricsRoutes(metrics)
  const { url } = await startTestServer(t, routes)
  const scrape = async (): Promise<string> => {
    const [route] = routes
    assert.ok(route !== undefined)
    const { status, body } = await checkResponse(url, route)
    assert.equal(status, 200)
    return String(body)
  }
  const samples = samplesOf(await scrape())
  for (const [name, values] of Object.entries(samplesAt(point, height)))
    assert.deepEqual(samples.get(name), values, name)
  const bounds = [1, 2, 3, 5, 10, 20, 50, 100, 500, 2160, '+Inf']
  assert.deepEqual(samples.get('launchpad_rollback_depth_blocks'), {
    '': { buckets: Object.fromEntries(bounds.map((le) => [le, le === 1 ? '0' : '1'])), sum: 2, count: 1 },
  })
  const errors = samples.get('launchpad_http_errors_total')
  assert.ok(typeof errors === 'object' && errors !== null && 'cause=NOT_FOUND' in errors)
  assert.equal(errors['cause=NOT_FOUND'], 2)
  // A client's text never becomes a label.
  assert.doesNotMatch(await scrape(), /xxx|\.env/)

  assert.equal((await fetch(`${url}/healthz`)).status, 200)
  assert.equal((await fetch(`${url}/status`)).status, 404)
})

interface Part {
  readonly name: string
  readonly text: string
}

const partsOf = (expression: string): Part[] => {
  const parts: Part[] = []
  parser.parse(expression).iterate({
    enter: ({ name, from, to }) => {
      parts.push({ name, text: expression.slice(from, to) })
    },
  })
  return parts
}

const beside = (file: string): string => readFileSync(new URL(file, import.meta.url), 'utf8')

interface Rule {
  readonly labels?: { readonly severity?: string }
  readonly record?: string
  readonly alert?: string
  readonly expr: string
  readonly annotations?: Readonly<Record<string, string>>
}

const rulesOf = (text: string): readonly Rule[] => {
  const { groups }: { groups: readonly { rules: readonly Rule[] }[] } = parse(text)
  return groups.flatMap(({ rules }) => rules)
}

const expressionsOf = (dashboard: string): string[] => {
  const { panels }: { panels: readonly { targets?: readonly { expr: string }[] }[] } = JSON.parse(dashboard)
  return panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
}

test('the dashboard and the rules name only metrics and labels that exist', async (t) => {
  const { metrics } = await start(t)
  const rules = rulesOf(beside('rules.yml'))
  const ofProcess = parsePrometheus(await metrics.text()).map(({ name, metrics: samples }) => ({
    name,
    labels: samples.flatMap(({ labels = {} }) => Object.keys(labels)),
  }))
  const known = new Map(
    [...ofProcess, ...metrics.specs].flatMap(({ name, labels = [] }) => [
      [name, labels] as const,
      ...['_bucket', '_sum', '_count'].map(
        (suffix) => [name + suffix, suffix === '_bucket' ? [...labels, 'le'] : labels] as const,
      ),
    ]),
  )
  // Prometheus or the rules create these series.
  known.set('up', [])
  for (const { record } of rules) if (record !== undefined) known.set(record, [])

  const expressions = [...rules.map(({ expr }) => expr), ...expressionsOf(beside('dashboard.json'))]
  assert.ok(expressions.length > 40)
  const named = new Set<string>()
  for (const expression of expressions) {
    const parts = partsOf(expression)
    assert.ok(!parts.some(({ name }) => name === '⚠'), `no PromQL: ${expression}`)
    const names = parts.filter(({ name }) => name === 'Identifier').map(({ text }) => text)
    for (const name of names) {
      assert.ok(known.has(name), `${name} in ${expression}`)
      named.add(name)
    }
    // Prometheus adds the labels of the target to every series.
    const labels = new Set(['instance', 'job', ...names.flatMap((name) => known.get(name) ?? [])])
    for (const { name, text } of parts)
      if (name === 'LabelName') assert.ok(labels.has(text), `label ${text} in ${expression}`)
  }
  for (const { alert, expr, annotations = {} } of rules) {
    if (alert === undefined) continue
    const labels = new Set(['instance', ...partsOf(expr).map(({ text }) => known.get(text) ?? [])].flat())
    for (const [, label] of String(annotations.summary).matchAll(/\$labels\.(\w+)/g))
      assert.ok(labels.has(label ?? ''), `${alert} shows the label ${label}`)
  }
  const shown = [...named].map((name) => name.replace(/_(bucket|sum|count)$/, ''))
  const unused = metrics.specs.map(({ name }) => name).filter((name) => !shown.includes(name))
  // No panel shows these: another metric implies them, or they are for a closer analysis.
  assert.deepEqual(unused, [
    'launchpad_block_slot',
    'launchpad_fold_blocks_per_second',
    'launchpad_comparison_seconds',
  ])

  const pages = [
    'CHANGELOG.md',
    'docs/compatibility.md',
    'docs/operate/monitoring.md',
    'docs/operate/mainnet.md',
  ]
  const documented = pages.flatMap(
    (page) => beside(`../../${page}`).match(/\blaunchpad_[a-z_]*[a-z]\b(?!_)/g) ?? [],
  )
  assert.ok(documented.length > 4)
  assert.deepEqual(
    documented.filter((name) => !known.has(name)),
    [],
  )
})

/** Continued for ten minutes. States stay the same, and other values grow. */
const seriesOf = (scrape: string): { readonly series: string; readonly values: string }[] =>
  [...scrape.matchAll(/^(\w+)(?:\{(.*)\})? (-?[\d.e+-]+)$/gm)].map(([, name = '', labels, value]) => ({
    series: `${name}{${labels === undefined ? '' : `${labels},`}job="launchpad",instance="api:9464"}`,
    values: /_(state|ready)$/.test(name) ? `${value}x40` : `${value}+1x40`,
  }))

test('every query of the dashboard, and every derived series, finds something in a scrape', {
  skip:
    spawnSync('promtool', ['--version']).status !== 0 &&
    'promtool is not installed on this machine: it is in the package prometheus',
}, async (t) => {
  const { server, metrics } = await start(t)
  for (const path of ['/stated', '/stated']) await (await fetch(server.url + path)).text()
  const derived = rulesOf(beside('rules.yml')).flatMap(({ record }) => record ?? [])
  const found = [...expressionsOf(beside('dashboard.json')), ...derived].map((query) => ({
    expr: `count(${query.replaceAll('$instance', '.+')}) > bool 0`,
    eval_time: '10m',
    exp_samples: [{ labels: '{}', value: 1 }],
  }))
  const file = join(temporaryDirectory(t), 'tests.yml')
  const asked = { interval: '15s', input_series: seriesOf(await metrics.text()), promql_expr_test: found }
  // JSON is also YAML.
  writeFileSync(
    file,
    JSON.stringify({
      rule_files: [fileURLToPath(new URL('rules.yml', import.meta.url))],
      evaluation_interval: '15s',
      tests: [asked],
    }),
  )
  const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', file], { encoding: 'utf8' })
  assert.equal(status, 0, stdout + stderr)
})

test('the configuration in docs/operate/monitoring.md loads the rules, and promtool accepts it where it is installed', (t) => {
  const page = beside('../../docs/operate/monitoring.md')
  const [block = ''] = /(?<=^```yaml\n).*?(?=^```$)/ms.exec(page) ?? []
  const { scrape_configs: scrapes, rule_files: files } = parse(block)
  assert.deepEqual(scrapes, [{ job_name: 'launchpad', static_configs: [{ targets: ['127.0.0.1:9464'] }] }])
  assert.deepEqual(files, ['rules.yml'])
  const directory = temporaryDirectory(t)
  writeFileSync(join(directory, 'prometheus.yml'), block)
  writeFileSync(join(directory, 'rules.yml'), beside('rules.yml'))
  const checked = spawnSync('promtool', ['check', 'config', join(directory, 'prometheus.yml')])
  if (checked.error === undefined) assert.equal(checked.status, 0, `${checked.stderr}`)
})

test('docs/operate/monitoring.md has the severity of every alert', () => {
  const alerts = rulesOf(beside('rules.yml')).flatMap(({ alert, labels }) =>
    alert === undefined ? [] : [[alert, labels?.severity]],
  )
  const rows = beside('../../docs/operate/monitoring.md').matchAll(
    /^\| `(Launchpad\w+)` \| [^|]+ \| (\w+) \| /gm,
  )
  assert.deepEqual(
    [...rows].map(([, name, severity]) => [name, severity]),
    alerts,
  )
})
