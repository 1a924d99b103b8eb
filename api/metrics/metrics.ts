// The metrics of a service. Values are read from its parts on each scrape; nothing is counted here. Labels have few, fixed values (route
// patterns, causes, states, files), and never a client's text. dashboard.json and rules.yml in this folder use these names and labels.
import { collectDefaultMetrics, Registry } from 'prom-client'
import type { Reports } from '../../schema/reports.ts'
import type { PartHealth } from '../operations/part-health.ts'
import { readiness, readStates, rejectionsOf, type StateSources } from '../operations/routes.ts'
import { type ChainView, chainMetrics } from './chain-metrics.ts'
import { feedMetrics } from './feed-metrics.ts'
import { type HttpSources, httpMetrics } from './http-metrics.ts'
import { type MetricSpec, ReadCounter, ReadGauge } from './read-metrics.ts'
import { byLabel, single } from './samples.ts'

export interface MetricSources extends HttpSources {
  readonly context: StateSources
  readonly network: string
  readonly version: string
  readonly role: string
  /** Names the setting with a replica's source. */
  readonly source?: string | undefined
  /** Undefined if there is no API. */
  damagedImages?: (() => number) | undefined
  reports(): Reports
  readonly parts: Pick<PartHealth, 'values'>
  /** Log lines that could not be written. */
  lostLines(): number
  /** Bytes by content, such as `log`, and free bytes of the disk. */
  files(): { readonly bytes: ReadonlyMap<string, number>; readonly free: number | undefined }
}

export interface Metrics {
  /** Without prom-client's metrics of the process. */
  readonly specs: readonly Pick<MetricSpec, 'name' | 'labels'>[]
  readonly contentType: string
  /** Prometheus' text format. */
  text(): Promise<string>
}

export const createMetrics = (sources: MetricSources): Metrics => {
  const { context, network, version, role, source: setting, reports, files, parts, lostLines } = sources
  const rejections = rejectionsOf(context.reader)
  const chainView = (): ChainView => {
    const { isReady } = readiness(context)
    const damagedImages = sources.damagedImages?.()
    try {
      const { state, mirror, publishing } = readStates(context)
      const now = reports()
      const heardAt = now.following?.source?.at
      const source =
        setting === undefined || heardAt === undefined
          ? undefined
          : { setting, age: Math.max(0, context.clock() - heardAt) / 1000 }
      return {
        state,
        mirror,
        publishing,
        source,
        isReady,
        damagedImages,
        reports: now,
        rejections: rejections(),
      }
    } catch {
      // If readiness fails, the other metrics help to find the reason, which `/readyz` has in words.
      return {
        state: undefined,
        mirror: null,
        publishing: null,
        source: undefined,
        isReady,
        damagedImages,
        reports: {},
        rejections: [],
      }
    }
  }
  let view = chainView()
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const metrics = [
    new ReadGauge({
      name: 'launchpad_info',
      help: 'Network, role and versions of the service as labels; the value is always 1.',
      labels: ['network', 'role', 'version', 'node_version'],
      read: () => [{ labels: { network, role, version, node_version: process.version }, value: 1 }],
    }),
    ...chainMetrics(() => view, context.slotTime),
    ...httpMetrics(sources),
    ...feedMetrics(sources.feed),
    new ReadGauge({
      name: 'launchpad_part_failing',
      help: '1 for each part that fails while the rest of the process works, otherwise 0.',
      labels: ['part'],
      read: () => byLabel('part', parts.values),
    }),
    new ReadCounter({
      name: 'launchpad_lost_log_lines_total',
      help: 'Lines of the log that could not be written to standard error.',
      read: () => single(lostLines()),
    }),
    new ReadGauge({
      name: 'launchpad_file_bytes',
      help: 'Size of the files of the data directory.',
      labels: ['file'],
      read: () => byLabel('file', files().bytes),
    }),
    new ReadGauge({
      name: 'launchpad_disk_free_bytes',
      help: 'Free bytes on the disk of the data directory.',
      read: () => single(files().free),
    }),
  ]
  for (const metric of metrics) registry.registerMetric(metric)
  return {
    specs: metrics.map(({ spec }) => spec),
    contentType: registry.contentType,
    text: () => {
      view = chainView()
      return registry.metrics()
    },
  }
}
