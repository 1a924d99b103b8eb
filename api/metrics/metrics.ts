// The metrics of a service. What its parts know and count is read when Prometheus asks; nothing is counted here. Values
// of labels are few and fixed: routes by their pattern, causes, states, files. dashboard.json and alerts.yml beside this
// file use these names and labels.
import { collectDefaultMetrics, Registry } from 'prom-client'
import type { Reports } from '../../schema/reports.ts'
import { look, readiness, rejectionsOf, type Views } from '../operations/routes.ts'
import { type ChainView, chainMetrics } from './chain-metrics.ts'
import { feedMetrics } from './feed-metrics.ts'
import { type HttpSources, httpMetrics } from './http-metrics.ts'
import { type MetricSpec, ReadGauge } from './read-metrics.ts'
import { byLabel, single } from './samples.ts'

export interface MetricSources extends HttpSources {
  readonly context: Views
  readonly network: string
  /** Version of the service. */
  readonly version: string
  /** Last reports of the indexer's threads. */
  reports(): Reports
  /** Bytes of the data directory's files by what they hold, and bytes that are free. */
  files(): { readonly bytes: ReadonlyMap<string, number>; readonly free: number | undefined }
}

export interface Metrics {
  /** Names and labels of the service's own metrics, those of the process apart. */
  readonly specs: readonly Pick<MetricSpec, 'name' | 'labels'>[]
  readonly contentType: string
  /** All of them in Prometheus' text format. */
  text(): Promise<string>
}

export const createMetrics = (sources: MetricSources): Metrics => {
  const { context, network, version, reports, files } = sources
  const rejections = rejectionsOf(context.reader)
  const chainView = (): ChainView => {
    const { isReady } = readiness(context)
    try {
      const { state, mirror } = look(context)
      return { state, mirror, isReady, reports: reports(), rejections: rejections() }
    } catch {
      // The rest is still of use to whoever looks for the reason, which /readyz names.
      return { state: undefined, mirror: null, isReady, reports: {}, rejections: [] }
    }
  }
  let view = chainView()
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const metrics = [
    new ReadGauge({
      name: 'launchpad_info',
      help: 'Always 1; which service this is.',
      labels: ['network', 'version', 'node_version'],
      read: () => [{ labels: { network, version, node_version: process.version }, value: 1 }],
    }),
    ...chainMetrics(() => view, context.slotTime),
    ...httpMetrics(sources),
    ...feedMetrics(sources.feed),
    new ReadGauge({
      name: 'launchpad_file_bytes',
      help: 'Size of the files of the data directory.',
      labels: ['file'],
      read: () => byLabel('file', files().bytes),
    }),
    new ReadGauge({
      name: 'launchpad_disk_free_bytes',
      help: 'Bytes free where the data directory lies.',
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
