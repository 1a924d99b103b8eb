// Errors have a message for the operator, in the log and on the terminal. Some also have a public text, for the answers of
// `/status`, `/readyz` and the builder: it names no path of the server and no host.

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
