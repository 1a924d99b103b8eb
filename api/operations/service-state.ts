// The state of the service and its readiness, from the models' checkpoint and the indexer's last report. The indexer may run in a thread,
// in another process, or not at all. If its last report is old, the indexer counts as silent.
import type { Checkpoint } from '../../projections/engine/fold/projector.ts'
import type { TimeOfDay } from '../../schema/platform/clocks.ts'
import type { IndexerStatus } from '../../schema/reports.ts'

/** Parts report every two seconds, and later if their machine is overloaded. A part with an older report is silent. */
const SILENCE_MS = 60_000

/** Blocks behind the node at which the models count as at the tip, because the newest blocks are being folded. */
const AT_TIP = 2

interface ServiceView {
  readonly checkpoint: Checkpoint | undefined
  readonly indexer: IndexerStatus | undefined
  readonly now: TimeOfDay
}

export type ServiceState = ReturnType<typeof serviceState>

/** @param slotTime Unix seconds at which a slot begins */
export const serviceState = (view: ServiceView, slotTime: (slot: number) => number) => {
  const { checkpoint, indexer, now } = view
  const isSilent = indexer === undefined || now - indexer.at > SILENCE_MS
  const node = indexer?.nodeTip === undefined || indexer.nodeTip === 'origin' ? null : indexer.nodeTip
  const models =
    checkpoint === undefined || checkpoint.slot < 0
      ? null
      : { slot: checkpoint.slot, id: checkpoint.id, height: checkpoint.height }
  const end = indexer?.isRecorded ? node && slotTime(node.slot) : Math.floor(now / 1000)
  return {
    state: isSilent ? ('silent' as const) : indexer.state,
    problem: isSilent ? 'there is no status from the indexer: it may have stopped' : indexer.problem,
    node,
    log: indexer?.logEnd ?? null,
    base: indexer?.base ?? null,
    models,
    lag: {
      blocks: node === null || models === null ? null : Math.max(0, node.height - models.height),
      seconds: end === null || models === null ? null : Math.max(0, end - slotTime(models.slot)),
    },
    rate: isSilent ? 0 : indexer.rate,
    refolding: indexer?.refolding ?? [],
    seq: checkpoint?.seq ?? null,
    digest: checkpoint?.digest ?? null,
  }
}

export type MirrorState = NonNullable<ReturnType<typeof mirrorState>>

/** Null if there is no mirror. */
export const mirrorState = ({ checkpoint, indexer, now }: ServiceView) => {
  const report = indexer?.mirroring
  if (report === undefined) return null
  const { copy, loaded } = report
  const isSilent = now - report.at > SILENCE_MS
  return {
    state: isSilent ? ('silent' as const) : report.state,
    problem: isSilent ? 'there is no status from the mirror: it may have stopped' : report.problem,
    copy,
    /** Blocks by which the copy is behind the models; null if unknown. */
    lag: copy === null || checkpoint === undefined ? null : Math.max(0, checkpoint.height - copy.height),
    loaded,
  }
}

export type PublishingState = NonNullable<ReturnType<typeof publishingState>>

/** Null if nothing is published. */
export const publishingState = ({ checkpoint, indexer, now }: ServiceView) => {
  const report = indexer?.publishing
  if (report === undefined) return null
  const { published } = report
  const isSilent = now - report.at > SILENCE_MS
  return {
    state: isSilent ? ('silent' as const) : report.state,
    problem: isSilent ? 'there is no status from publishing: it may have stopped' : report.problem,
    published,
    /** Blocks by which the published models are behind; null if unknown. */
    lag:
      published === null || checkpoint === undefined
        ? null
        : Math.max(0, checkpoint.height - published.height),
  }
}

/**
 * @param maxTipAge seconds of a live node's tip
 * @returns `ok`, or the problem
 */
export const nodeCheck = (
  { state, problem, node, models, lag }: ServiceState,
  { isRecorded, maxTipAge }: { readonly isRecorded: boolean; readonly maxTipAge: number },
): string => {
  if (problem !== null) return problem
  if (state !== 'following' && state !== 'syncing') return `the indexer is ${state}`
  if (node === null || models === null || lag.blocks === null) return 'no block has been folded yet'
  if (lag.blocks > AT_TIP) return `the models are ${lag.blocks} blocks behind the node`
  if (models.height === node.height && models.id !== node.id)
    return `the models have another block than the node at height ${node.height}`
  if (!isRecorded && lag.seconds !== null && lag.seconds > maxTipAge)
    return `the node's tip is ${lag.seconds} s old: the node may still be syncing`
  return 'ok'
}
