// Why a transaction cannot be built. The code is for routes, which answer with the cause their endpoint declares and name the
// code in `X-Error-Code`; the message is for the user and says what would help.

/** Codes of failures, each with its meaning for a program. Codes stay as they are. */
export const BUILD_ERRORS = {
  ALREADY_SPENT: 'an output is spent already; a transaction on it can never be taken',
  INSUFFICIENT_FUNDS: 'the wallet does not hold enough, or none of it can be spent now',
  INVALID_REQUEST: 'a field of the request is wrong, which the message names',
  MAX_TRADE_AMOUNT: 'the trade is too large for the pool now',
  MIN_TRADE_AMOUNT: 'the trade is too small',
  MISSING_CONFIG: 'the operator of the service has left something out of its configuration',
  MISSING_SIGNATURE: 'a signature is missing; the message has the hash of each key that must sign',
  NODE_AWAY: 'the node of the service does not answer; `Retry-After` says when to ask again',
  NOT_AN_ORDER: 'the output is no order',
  NOT_A_LOCK: 'the output is no vesting lock',
  NOT_FOUND: 'the output is not known',
  NOT_IN_BLOCK: 'the transaction is in no block yet; `Retry-After` says when to ask again',
  NOT_THE_OWNER: 'the output belongs to another key',
  NO_COLLATERAL: 'no collateral is given or free, or it holds too little',
  NO_SEED: 'the wallet has no output that a launch can be named after',
  OUTPUT_TOO_SMALL: 'an output would hold less than the ledger requires',
  QUOTE_BELOW_MIN_OUTPUT: 'the current price brings less than `minOutput`',
  REFUSED: 'the ledger does not take the transaction, for the reason in the message',
  SCRIPT_FAILED: 'a script of the transaction fails',
  TOO_EARLY: 'the output is locked until a time; `Retry-After` has the seconds until then',
  TOO_LARGE: 'the transaction would be larger than the ledger allows',
  UNREADABLE: 'the transaction or the witness cannot be read',
  WRONG_SIGNATURE: 'the witness is of another transaction, or holds no signature',
} as const

export type BuildErrorCode = keyof typeof BUILD_ERRORS

export class BuildError extends Error {
  override readonly name = 'BuildError'

  constructor(
    readonly code: BuildErrorCode,
    message: string,
    /** Seconds after which the same request may succeed; undefined where that is not known. */
    readonly retryAfter?: number | undefined,
  ) {
    super(message)
  }
}
