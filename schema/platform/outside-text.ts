// Errors have a message for the operator, in the log and on the terminal. Some also have a text for strangers, who read
// the answers of `/status`, `/readyz` and the builder: it names no path of the server and no host.

/** An error that has both texts. */
export interface HasOutsideText {
  /** The text for strangers. */
  readonly outside: string
}

const hasOutsideText = (error: unknown): error is HasOutsideText =>
  error instanceof Error && 'outside' in error && typeof error.outside === 'string'

/** The text of an error for strangers: its message where it has no other. */
export const outsideText = (error: unknown): string => {
  if (hasOutsideText(error)) return error.outside
  return error instanceof Error ? error.message : String(error)
}
