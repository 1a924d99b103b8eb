// One way of following, once, in this process.
import { answer } from '../kit/child.ts'
import { Progress } from '../kit/progress.ts'
import { type FollowTarget, VARIANTS } from './follow-variants.ts'

export interface FollowRequest extends FollowTarget {
  readonly variant: keyof typeof VARIANTS
  readonly blocks: number
  readonly firstBlocks: number
}

answer<FollowRequest>(({ variant, blocks, firstBlocks, ...target }) =>
  VARIANTS[variant](target, new Progress(blocks, firstBlocks)),
)
