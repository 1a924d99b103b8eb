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

/** The operator's model or source throws, and must be corrected. The models are unchanged since the batch before. */
export class ModelFailed extends StartupError {
  override readonly cause: unknown

  /** @param what name of the model or source with its file, and what it failed to do */
  constructor(what: string, slot: number, cause: unknown) {
    super(`${what} in slot ${slot} (${described(cause)}): correct it, and start again`)
    this.cause = cause
  }
}

/** One line, with the error's code if it has one. */
const described = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  const code = 'code' in error ? ` ${error.code}` : ''
  return `${error.name}${code}: ${error.message}`
}
