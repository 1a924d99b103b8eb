// Errors of folding a batch of blocks, except those of the file (StorageError).
import { StartupError } from '../../../schema/errors.ts'
import type { BlockEvent } from '../../../schema/events.ts'
import { formatPoint } from '../../../schema/primitives.ts'

/** The models cannot be rolled back or continued and must be folded again from the log. */
export class RebuildNeeded extends Error {
  override readonly name = 'RebuildNeeded'
}

/** A block that this version cannot fold, because of a bug. The models are unchanged since the previous batch. */
export class FoldFailed extends Error {
  override readonly name = 'FoldFailed'

  /** Seq of the block in the log. */
  readonly seq: number
  override readonly cause: unknown

  constructor(seq: number, { point, height }: BlockEvent, cause: unknown) {
    super(
      `block ${formatPoint(point)} (height ${height}) cannot be folded (${described(cause)}): upgrade, or report it with the block's id`,
    )
    this.seq = seq
    this.cause = cause
  }
}

/** Code of the operator threw: a model or a source. The models are unchanged since the previous batch; the operator must correct it. */
export class ModelFailed extends StartupError {
  override readonly cause: unknown

  /** @param what name of the model or source with its file, and what it cannot do */
  constructor(what: string, slot: number, cause: unknown) {
    super(`${what} in slot ${slot} (${described(cause)}): correct it, and start again`)
    this.cause = cause
  }
}

/** An error in one line, with its code if it has one. */
const described = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  const code = 'code' in error ? ` ${error.code}` : ''
  return `${error.name}${code}: ${error.message}`
}
