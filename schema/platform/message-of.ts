// Messages of errors. Errors have a message for the operator, in the log and on the terminal. Some also have a public text, without paths
// or hosts, for the responses of `/status`, `/readyz` and the builder.

/** Ends a public message if the failure's own message may name hosts and users. */
export const IN_THE_LOG = ': the log says why'

/** If a host name has several addresses, the error itself has no message, but contains the errors of each address. */
export const messageOf = (error: unknown): string => {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join('; ')
  return error instanceof Error ? error.message : String(error)
}

export interface HasOutsideText {
  /** Text for clients. */
  readonly outside: string
}

const hasOutsideText = (error: unknown): error is HasOutsideText =>
  error instanceof Error && 'outside' in error && typeof error.outside === 'string'

/** The error's message if it has no public text. */
export const outsideText = (error: unknown): string => {
  if (hasOutsideText(error)) return error.outside
  return error instanceof Error ? error.message : String(error)
}
