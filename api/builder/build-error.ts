// Why a transaction cannot be built. The code is for routes, which answer with the cause their endpoint declares; the
// message is for the user and says what would help.

export type BuildErrorCode =
  | 'INSUFFICIENT_FUNDS'
  | 'INVALID_REQUEST'
  | 'MIN_TRADE_AMOUNT'
  | 'MAX_TRADE_AMOUNT'
  | 'NOT_AN_ORDER'
  | 'NOT_A_LOCK'
  | 'NOT_THE_OWNER'
  | 'TOO_EARLY'
  | 'MISSING_CONFIG'
  | 'NO_SEED'
  | 'NO_COLLATERAL'
  | 'OUTPUT_TOO_SMALL'
  | 'TOO_LARGE'
  | 'SCRIPT_FAILED'
  | 'UNREADABLE'
  | 'WRONG_SIGNATURE'
  | 'REFUSED'
  | 'NODE_AWAY'

export class BuildError extends Error {
  override readonly name = 'BuildError'

  constructor(
    readonly code: BuildErrorCode,
    message: string,
  ) {
    super(message)
  }
}
