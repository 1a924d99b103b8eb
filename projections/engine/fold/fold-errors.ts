// Errors of folding a batch of blocks. Errors of the file are StorageErrors.
import { StartupError } from '../../../schema/errors.ts'
import type { BlockEvent } from '../../../schema/events.ts'
import { formatPoint } from '../../../schema/primitives.ts'

/** Models can be neither rolled back nor continued, and must be folded again from the log. */
export class RebuildNeeded extends Error {
  override readonly name = 'RebuildNeeded'
}

/** A bug of this version. The models are unchanged since the batch before. */
export class FoldFailed extends Error {
  override readonly name = 'FoldFailed'

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

/**
 * Thrown if the operator's model or source throws, or needs another log. The models are unchanged since the batch before. The message says
 * what the operator must do.
 */
export class ModelFailed extends StartupError {}

/** @param what name of the model or source, and what it failed to do */
export const failureOf = (what: string, slot: number, cause: unknown): ModelFailed =>
  new ModelFailed(`${what} in slot ${slot} (${described(cause)}): correct it, and start again`, { cause })

/** One line, with the error's code if it has one. */
const described = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  const code = 'code' in error ? ` ${error.code}` : ''
  return `${error.name}${code}: ${error.message}`
}
