// Decides whether responses may come from the models. If the models are far behind the chain, as in a first sync, responses would be
// misleading: a wallet would look empty, and a chart would end years ago. So the service responds with SERVICE_UNAVAILABLE. Models that
// were near the tip are still served, with their last block in the headers, in three cases: the node was lost; a rebuild from the log
// started, which may take hours; or following stopped until an upgrade, even after a restart.
import type { Checkpoint } from '../projections/engine/fold/projector.ts'
import type { ModelsReader } from '../projections/read/reader/models-reader.ts'
import { ApiError } from '../schema/errors.ts'
import type { IndexerStatus } from '../schema/reports.ts'
import type { ModelsView } from './http/route/service.ts'

/** The indexer's reports are not read again within this time. */
const STATUS_AGE_MS = 100

const RETRY_AFTER = '10'

/**
 * Undefined if the models can be served.
 * @param maxLag blocks that the models may be behind the node's tip and the log's end
 * @param wasNearTip the last block was near the node's tip when it was folded; during a rebuild of all models, or until an upgrade, such
 * models may be any number of blocks behind
 */
export const modelsProblem = (
  checkpoint: Pick<Checkpoint, 'slot' | 'height'> | undefined,
  indexer:
    | (Pick<IndexerStatus, 'nodeTip' | 'logEnd' | 'refolding'> &
        Partial<Pick<IndexerStatus, 'problem' | 'upgrade'>>)
    | undefined,
  maxLag: number,
  wasNearTip: boolean,
): string | undefined => {
  if (checkpoint === undefined || checkpoint.slot < 0)
    return `No block has been indexed yet${indexer?.problem ? `: ${indexer.problem}` : ''}`
  const { nodeTip, logEnd, refolding, upgrade } = indexer ?? {}
  if ((refolding === 'all' || upgrade === 'needed') && wasNearTip) return undefined
  const tip = nodeTip === undefined || nodeTip === 'origin' ? null : nodeTip
  const lag = Math.max(tip?.height ?? 0, logEnd?.height ?? 0) - checkpoint.height
  return lag > maxLag ? `The index is ${lag} blocks behind the chain and is catching up` : undefined
}

/**
 * @param maxLag blocks
 * @param statusAge milliseconds for which the indexer's last report is valid
 */
export const modelsView = (
  { reader, versions, tokenOf }: Pick<ModelsView, 'versions' | 'tokenOf'> & { readonly reader: ModelsReader },
  { maxLag, statusAge = STATUS_AGE_MS }: { readonly maxLag: number; readonly statusAge?: number },
): ModelsView => {
  let problem: string | undefined
  let isKnown = false
  let knownAt = 0
  /** Refreshed once per turn of the event loop, because a refresh takes a quarter of the time of a small cached response. */
  let hasRefreshed = false
  const nextTurn = (): void => {
    hasRefreshed = false
  }
  reader.on('committed', () => {
    isKnown = false
  })
  return {
    versions,
    refresh: () => {
      if (!hasRefreshed) {
        reader.refresh()
        hasRefreshed = true
        setImmediate(nextTurn)
      }
      const { checkpoint } = reader
      return checkpoint === undefined || checkpoint.slot < 0 ? undefined : checkpoint
    },
    ...(tokenOf && { tokenOf }),
    pointOf: (models) => reader.pointOf(models),
    inOneState: (read) => reader.inOneState(read),
    check: () => {
      const now = performance.now()
      if (!isKnown || now - knownAt >= statusAge) {
        knownAt = now
        problem = modelsProblem(reader.checkpoint, reader.status(), maxLag, reader.wasNearTip())
        isKnown = true
      }
      if (problem !== undefined)
        throw new ApiError('SERVICE_UNAVAILABLE', problem, { 'Retry-After': RETRY_AFTER })
    },
  }
}
