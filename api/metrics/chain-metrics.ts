// How far node, log and models are, and what the indexer's threads have done. Their counts come with their reports, so
// they are up to two seconds old; the models' block is read from the models.

import type { Rejection } from '../../projections/read/queries/rejections.ts'
import type { Reports } from '../../schema/reports.ts'
import type { MirrorState, ServiceState } from '../operations/service-state.ts'
import { type MetricSpec, ReadCounter, ReadGauge, ReadHistogram } from './read-metrics.ts'
import { byLabel, single } from './samples.ts'

/** State of the service at one moment. */
export interface ChainView {
  /** Undefined while the read models cannot be read. */
  readonly state: ServiceState | undefined
  /** Null where nothing is copied. */
  readonly mirror: MirrorState | null
  readonly isReady: boolean
  readonly reports: Reports
  readonly rejections: readonly Rejection[]
}

/** States of the indexer, as in `/status`. */
const STATES = ['connecting', 'syncing', 'following', 'waiting', 'rebuilding', 'stopped', 'silent'] as const

/** States of the mirror, as in `/status`. */
const MIRROR_STATES = [
  'connecting',
  'standby',
  'loading',
  'following',
  'waiting',
  'stopped',
  'silent',
] as const

export const chainMetrics = (view: () => ChainView, slotTime: (slot: number) => number) => {
  const gauge = (spec: MetricSpec): ReadGauge => new ReadGauge(spec)
  const blocks = () => {
    const { state } = view()
    return [['node', state?.node] as const, ['log', state?.log] as const, ['models', state?.models] as const]
  }
  return [
    gauge({
      name: 'launchpad_ready',
      help: 'Whether /readyz answers 200.',
      read: () => single(view().isReady ? 1 : 0),
    }),
    gauge({
      name: 'launchpad_indexer_state',
      help: 'What the indexer does: 1 for the state it is in, 0 for the others.',
      labels: ['state'],
      read: () => {
        const { state } = view()
        return state === undefined
          ? []
          : byLabel(
              'state',
              STATES.map((name) => [name, state.state === name ? 1 : 0] as const),
            )
      },
    }),
    gauge({
      name: 'launchpad_refolding',
      help: 'Models that are folded again beside those that serve; "all" for everything.',
      labels: ['model'],
      read: () =>
        byLabel(
          'model',
          [view().state?.refolding ?? []].flat().map((name) => [name, 1] as const),
        ),
    }),
    gauge({
      name: 'launchpad_block_height',
      help: 'Height of the last block: of the node, the log and the models.',
      labels: ['at'],
      read: () =>
        byLabel(
          'at',
          blocks().map(([at, tip]) => [at, tip?.height] as const),
        ),
    }),
    gauge({
      name: 'launchpad_block_slot',
      help: 'Slot of the last block: of the node, the log and the models.',
      labels: ['at'],
      read: () =>
        byLabel(
          'at',
          blocks().map(([at, tip]) => [at, tip?.slot] as const),
        ),
    }),
    gauge({
      name: 'launchpad_block_timestamp_seconds',
      help: 'Unix time of the last block: of the node, the log and the models.',
      labels: ['at'],
      read: () =>
        byLabel(
          'at',
          blocks().map(([at, tip]) => [at, tip && slotTime(tip.slot)] as const),
        ),
    }),
    gauge({
      name: 'launchpad_lag_blocks',
      help: "Blocks from the models to the node's tip.",
      read: () => single(view().state?.lag.blocks),
    }),
    gauge({
      name: 'launchpad_lag_seconds',
      help: "Seconds from the models' last block to now or, of a recorded chain, to its tip.",
      read: () => single(view().state?.lag.seconds),
    }),
    gauge({
      name: 'launchpad_fold_blocks_per_second',
      help: 'Blocks folded a second, over the last ten seconds.',
      read: () => single(view().state?.rate),
    }),
    new ReadCounter({
      name: 'launchpad_appended_blocks_total',
      help: 'Blocks appended to the log.',
      read: () => single(view().reports.following?.counts?.blocks),
    }),
    new ReadCounter({
      name: 'launchpad_node_connections_total',
      help: 'Connections to the node that were tried.',
      read: () => single(view().reports.following?.counts?.connections),
    }),
    new ReadCounter({
      name: 'launchpad_folded_blocks_total',
      help: 'Blocks folded into the models; those folded again are counted again.',
      read: () => single(view().reports.folding?.counts?.blocks),
    }),
    new ReadHistogram({
      name: 'launchpad_rollback_depth_blocks',
      help: 'Rollbacks of the models, by the blocks they undid.',
      read: () => single(view().reports.folding?.counts?.rollbacks),
    }),
    new ReadHistogram({
      name: 'launchpad_fold_batch_seconds',
      help: 'Folding a batch (one block at the tip, up to 1,000 far from it), without its commit.',
      read: () => single(view().reports.folding?.counts?.fold),
    }),
    new ReadHistogram({
      name: 'launchpad_commit_seconds',
      help: 'Committing a batch to the models.',
      read: () => single(view().reports.folding?.counts?.commit),
    }),
    gauge({
      name: 'launchpad_mirror_state',
      help: 'What the mirror in PostgreSQL does: 1 for the state it is in, 0 for the others; nothing without one.',
      labels: ['state'],
      read: () => {
        const { mirror } = view()
        return mirror === null
          ? []
          : byLabel(
              'state',
              MIRROR_STATES.map((name) => [name, mirror.state === name ? 1 : 0] as const),
            )
      },
    }),
    gauge({
      name: 'launchpad_mirror_lag_blocks',
      help: 'Blocks from the copy in PostgreSQL to the models.',
      read: () => single(view().mirror?.lag),
    }),
    new ReadCounter({
      name: 'launchpad_mirror_loads_total',
      help: 'Times that everything was loaded into PostgreSQL.',
      read: () => single(view().reports.mirroring?.counts.loads),
    }),
    new ReadHistogram({
      name: 'launchpad_mirror_commit_seconds',
      help: 'Copying what was committed to the models into PostgreSQL.',
      read: () => single(view().reports.mirroring?.counts.commits),
    }),
    gauge({
      name: 'launchpad_rejected_pools',
      help: "Pools on the chain as it stands that look like the launchpad's and are not listed, by reason.",
      labels: ['reason'],
      read: () =>
        byLabel(
          'reason',
          view().rejections.map(({ reason, count }) => [reason, count] as const),
        ),
    }),
  ]
}
