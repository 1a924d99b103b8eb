// Messages of errors. Errors have a message for the operator, in the log and on the terminal. Some also have a public text, for the responses
// of `/status`, `/readyz` and the builder: it names no path of the server and no host.

/** End of the public message of a failure whose own message may name hosts and users. */
export const IN_THE_LOG = ': the log says why'

/** An error's message. For a host name with several addresses, an error without a message contains the errors of each. */
export const messageOf = (error: unknown): string => {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join('; ')
  return error instanceof Error ? error.message : String(error)
}

/** An error that has both texts. */
export interface HasOutsideText {
  /** The text for strangers. */
  readonly outside: string
}

const hasOutsideText = (error: unknown): error is HasOutsideText =>
  error instanceof Error && 'outside' in error && typeof error.outside === 'string'

/** The public text of an error; its message if it has no other text. */
export const outsideText = (error: unknown): string => {
  if (hasOutsideText(error)) return error.outside
  return error instanceof Error ? error.message : String(error)
}
