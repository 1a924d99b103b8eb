// What folding has done since the process began, counted for the metrics: blocks, rollbacks by their depth, and where
// the time of a batch goes. Kept apart from the projector, as another one takes its place when everything is folded
// again.

import { BucketCounts } from '../../../schema/platform/bucket-counts.ts'
import { SECURITY_PARAMETER } from '../../../schema/primitives.ts'
import type { FoldingCounts } from '../../../schema/reports.ts'

/** Blocks. */
const DEPTHS = [1, 2, 3, 5, 10, 20, 50, 100, 500, SECURITY_PARAMETER]

/** Seconds: a batch is one block at the tip and a thousand far from it. */
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export class FoldCounts {
  blocks = 0
  readonly rollbacks = new BucketCounts(DEPTHS)
  readonly fold = new BucketCounts(SECONDS)
  readonly commit = new BucketCounts(SECONDS)

  get report(): FoldingCounts {
    return {
      blocks: this.blocks,
      rollbacks: this.rollbacks.buckets,
      fold: this.fold.buckets,
      commit: this.commit.buckets,
    }
  }
}
