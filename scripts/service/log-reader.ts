// A log as the projections read one.
import type { Log } from '../../indexer/log/log.ts'
import type { LogReader } from '../../projections/folding/subscription.ts'

export const logReader = (log: Log): LogReader => ({
  path: log.path,
  refresh: () => log.refresh(),
  head: () => log.end,
  seqOf: (point) => log.seqOf(point),
  blocksAfter: (seq, limit) => log.canonicalAfter(seq, limit),
})
