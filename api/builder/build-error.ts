// Error of a transaction that cannot be built. A route responds with one of the causes that it declares, and puts this error's code into
// `X-Error-Code`. The message is for the user, and says what to do.

import { COMMON_CODES } from '../../schema/errors.ts'

/** Codes are never renamed. */
export const BUILD_ERRORS = {
  ...COMMON_CODES,
  ALREADY_SPENT: 'an output is already spent; with `Retry-After`, by a transaction in no block known here',
  INSUFFICIENT_FUNDS: 'the wallet does not have enough, or its outputs cannot be spent now',
  MAX_TRADE_AMOUNT: 'the trade is too large for the pool now',
  MIN_TRADE_AMOUNT: 'the trade is too small',
  MISSING_SIGNATURE: 'a signature is missing; the message has the hash of each key that must sign',
  NODE_AWAY:
    'the node does not answer, or the service does not know yet what it did; `Retry-After` has the seconds to wait',
  NOT_AN_ORDER: 'the output is not an order',
  NOT_A_LOCK: 'the output is not a vesting lock',
  NOT_FOUND: 'the output is not known',
  NOT_IN_BLOCK: 'the transaction is in no block yet; `Retry-After` has the seconds to wait',
  NOT_THE_OWNER: 'the output belongs to another key',
  NO_COLLATERAL:
    'the request has no collateral and the service has none free, or the collateral is too small',
  NO_SEED: 'the wallet has no output that can be the seed of a launch',
  OUTPUT_TOO_SMALL: 'an output would contain less than the ledger requires',
  QUOTE_BELOW_MIN_OUTPUT: 'the current price gives less than `minOutput`, and `rest` is not true',
  REFUSED: 'the ledger refuses the transaction; the message has the reason',
  SCRIPT_FAILED: 'a script of the transaction fails',
  STALE_PRICE:
    'the newest block of the service is too old for a price; `Retry-After` has the seconds to wait',
  TOO_EARLY: 'the output is still locked; `Retry-After` has the seconds until then',
  TOO_LARGE: 'the transaction would be larger than the ledger allows',
  UNREADABLE: 'the transaction or the witness cannot be read',
  WRONG_SIGNATURE: 'the witness belongs to another transaction or has no signature',
} as const

export type BuildErrorCode = keyof typeof BUILD_ERRORS

export class BuildError extends Error {
  override readonly name = 'BuildError'

  readonly code: BuildErrorCode
  /** Undefined if unknown. */
  readonly retryAfter?: number | undefined

  constructor(code: BuildErrorCode, message: string, retryAfter?: number | undefined) {
    super(message)
    this.code = code
    this.retryAfter = retryAfter
  }
}

/** Average time in seconds between two blocks. */
export const BLOCK_INTERVAL_S = 20

/** @param isPending the transaction that spends the output is in no block yet, so the node may still drop it */
export const alreadySpent = (what: string, isPending: boolean): BuildError =>
  isPending
    ? new BuildError(
        'ALREADY_SPENT',
        `${what} already spent by a transaction that this service has seen in no block yet`,
        BLOCK_INTERVAL_S,
      )
    : new BuildError('ALREADY_SPENT', `${what} already spent`)
