// Metrics of the node, the log, the models and their mirror. The indexer's threads send their counts with their reports, so these counts
// are up to two seconds old. The models' last block is read from the models.
import type { Rejection } from '../../projections/read/queries/rejections.ts'
import type { Tip } from '../../schema/primitives.ts'
import {
  type Reports,
  SHOWN_INDEXER_STATES,
  SHOWN_MIRROR_STATES,
  SHOWN_PUBLISHING_STATES,
  UPGRADE_STATES,
} from '../../schema/reports.ts'
import type { MirrorState, PublishingState, ServiceState } from '../operations/service-state.ts'
import { ReadCounter, ReadGauge, ReadHistogram } from './read-metrics.ts'
import { byLabel, single } from './samples.ts'

export interface ChainView {
  /** Undefined if the read models cannot be read. */
  readonly state: ServiceState | undefined
  /** Null if there is no mirror. */
  readonly mirror: MirrorState | null
  /** Null if nothing is published. */
  readonly publishing: PublishingState | null
  /** Only for a replica. `age` is the seconds since the source last sent something. */
  readonly source: { readonly setting: string; readonly age: number } | undefined
  readonly isReady: boolean
  /** Undefined if there is no API. */
  readonly damagedImages: number | undefined
  readonly reports: Reports
  readonly rejections: readonly Rejection[]
}

/** 1 for the current state and 0 for the others. No samples while the state is unknown. */
const stateGauge = (
  name: string,
  help: string,
  states: readonly string[],
  current: () => string | undefined,
) =>
  new ReadGauge({
    name,
    help,
    labels: ['state'],
    read: () => {
      const now = current()
      return now === undefined
        ? []
        : byLabel(
            'state',
            states.map((state) => [state, state === now ? 1 : 0]),
          )
    },
  })

/** Last blocks of node, log and models. */
const tipGauge = (view: () => ChainView, name: string, help: string, read: (tip: Tip) => number): ReadGauge =>
  new ReadGauge({
    name,
    help: `${help} of the last block of the node, the log and the models.`,
    labels: ['at'],
    read: () => {
      const { state } = view()
      return byLabel(
        'at',
        (['node', 'log', 'models'] as const).map((at) => {
          const tip = state?.[at]
          return [at, tip && read(tip)]
        }),
      )
    },
  })

const stateMetrics = (view: () => ChainView, slotTime: (slot: number) => number) => [
  new ReadGauge({
    name: 'launchpad_ready',
    help: '1 if /readyz answers 200, else 0.',
    read: () => single(view().isReady ? 1 : 0),
  }),
  stateGauge(
    'launchpad_indexer_state',
    'State of the indexer: 1 for its state, 0 for the others.',
    SHOWN_INDEXER_STATES,
    () => view().state?.state,
  ),
  stateGauge(
    'launchpad_upgrade',
    'Whether the chain needs a later version of the service: 1 for its state, 0 for the others. `announced`: an era that this version does not know begins soon. `needed`: the next block has content that it does not know.',
    UPGRADE_STATES,
    () => view().reports.following?.upgrade,
  ),
  new ReadGauge({
    name: 'launchpad_refolding',
    help: 'Models that are being refolded; "all" for the whole log.',
    labels: ['model'],
    read: () =>
      byLabel(
        'model',
        [view().state?.refolding ?? []].flat().map((name) => [name, 1] as const),
      ),
  }),
  tipGauge(view, 'launchpad_block_height', 'Height', ({ height }) => height),
  tipGauge(view, 'launchpad_block_slot', 'Slot', ({ slot }) => slot),
  tipGauge(view, 'launchpad_block_timestamp_seconds', 'Unix time', ({ slot }) => slotTime(slot)),
  new ReadGauge({
    name: 'launchpad_lag_blocks',
    help: "Number of blocks by which the models are behind the node's tip.",
    read: () => single(view().state?.lag.blocks),
  }),
  new ReadGauge({
    name: 'launchpad_lag_seconds',
    help: "Age of the models' last block in seconds, relative to now or to the tip of a recorded chain.",
    read: () => single(view().state?.lag.seconds),
  }),
  new ReadGauge({
    name: 'launchpad_fold_blocks_per_second',
    help: 'Blocks folded per second, average of the last ten seconds.',
    read: () => single(view().state?.rate),
  }),
]

const indexingMetrics = (view: () => ChainView) => [
  new ReadCounter({
    name: 'launchpad_appended_blocks_total',
    help: 'Number of blocks appended to the log.',
    read: () => single(view().reports.following?.counts?.blocks),
  }),
  new ReadCounter({
    name: 'launchpad_node_connections_total',
    help: 'Number of attempts to connect to the node.',
    read: () => single(view().reports.following?.counts?.connections),
  }),
  new ReadCounter({
    name: 'launchpad_folded_blocks_total',
    help: 'Number of blocks folded into the models; a refold counts them again.',
    read: () => single(view().reports.folding?.counts?.blocks),
  }),
  new ReadHistogram({
    name: 'launchpad_rollback_depth_blocks',
    help: 'Rollbacks of the models, by their depth in blocks.',
    read: () => single(view().reports.folding?.counts?.rollbacks),
  }),
  new ReadHistogram({
    name: 'launchpad_fold_batch_seconds',
    help: 'Time to fold a batch (one block at the tip, up to 1,000 far from it), without its commit.',
    read: () => single(view().reports.folding?.counts?.fold),
  }),
  new ReadHistogram({
    name: 'launchpad_commit_seconds',
    help: 'Time to commit a batch to the models.',
    read: () => single(view().reports.folding?.counts?.commit),
  }),
]

const copyMetrics = (view: () => ChainView) => [
  stateGauge(
    'launchpad_mirror_state',
    'State of the mirror in PostgreSQL: 1 for its state, 0 for the others; no samples without a mirror.',
    SHOWN_MIRROR_STATES,
    () => view().mirror?.state,
  ),
  new ReadGauge({
    name: 'launchpad_mirror_lag_blocks',
    help: 'Number of blocks by which the copy in PostgreSQL is behind the models.',
    read: () => single(view().mirror?.lag),
  }),
  new ReadCounter({
    name: 'launchpad_mirror_loads_total',
    help: 'Number of loads of all models into PostgreSQL.',
    read: () => single(view().reports.mirroring?.counts.loads),
  }),
  new ReadHistogram({
    name: 'launchpad_mirror_commit_seconds',
    help: 'Time to copy a commit of the models into PostgreSQL.',
    read: () => single(view().reports.mirroring?.counts.commits),
  }),
  stateGauge(
    'launchpad_publishing_state',
    'State of publishing: 1 for its state, 0 for the others; no samples without PUBLISH_DIR and PUBLISH_URL.',
    SHOWN_PUBLISHING_STATES,
    () => view().publishing?.state,
  ),
  new ReadGauge({
    name: 'launchpad_publishing_lag_blocks',
    help: 'Number of blocks by which the published models are behind the models.',
    read: () => single(view().publishing?.lag),
  }),
  new ReadGauge({
    name: 'launchpad_publishing_disk_free_bytes',
    help: 'Free bytes on the disk of PUBLISH_DIR.',
    read: () => single(view().reports.publishing?.freeBytes),
  }),
  new ReadGauge({
    name: 'launchpad_source_age_seconds',
    help: 'Time since the source of a replica last sent a commit or a report; no samples without a source.',
    labels: ['source'],
    read: () => {
      const { source } = view()
      return source === undefined ? [] : byLabel('source', [[source.setting, source.age]])
    },
  }),
]

const damageMetrics = (view: () => ChainView) => [
  new ReadGauge({
    name: 'launchpad_damaged',
    help: 'Files that are not what was written: 1 for models or a log, and the number of images.',
    labels: ['what'],
    read: () => {
      const { reports, damagedImages } = view()
      const { folding } = reports
      return byLabel('what', [
        ['models', folding && (folding.damage === undefined ? 0 : 1)],
        ['images', damagedImages],
      ])
    },
  }),
  new ReadGauge({
    name: 'launchpad_comparison_seconds',
    help: 'Length of the last daily comparison of all models with the log and their digest.',
    read: () => single(view().reports.folding?.comparison),
  }),
  new ReadGauge({
    name: 'launchpad_rejected_pools',
    help: "Pools on the current chain that resemble the launchpad's and are not listed, by reason.",
    labels: ['reason'],
    read: () =>
      byLabel(
        'reason',
        view().rejections.map(({ reason, count }) => [reason, count] as const),
      ),
  }),
]

export const chainMetrics = (view: () => ChainView, slotTime: (slot: number) => number) => [
  ...stateMetrics(view, slotTime),
  ...indexingMetrics(view),
  ...copyMetrics(view),
  ...damageMetrics(view),
]
