// Counts of folding since the process started, for the metrics: blocks, rollbacks by depth, and the parts of a batch's time. The counts are
// not in the projector, because a new projector replaces the old projector when everything is folded again.

import { BucketCounts, WORK_SECONDS } from '../../../schema/platform/bucket-counts.ts'
import { SECURITY_PARAMETER } from '../../../schema/primitives.ts'
import type { FoldingCounts } from '../../../schema/reports.ts'

/** In blocks. */
const DEPTHS = [1, 2, 3, 5, 10, 20, 50, 100, 500, SECURITY_PARAMETER]

export class FoldCounts {
  blocks = 0
  readonly rollbacks = new BucketCounts(DEPTHS)
  readonly fold = new BucketCounts(WORK_SECONDS)
  readonly commit = new BucketCounts(WORK_SECONDS)

  get report(): FoldingCounts {
    return {
      blocks: this.blocks,
      rollbacks: this.rollbacks.buckets,
      fold: this.fold.buckets,
      commit: this.commit.buckets,
    }
  }
}
