// Message of a network failure.

/** End of the public message of a failure whose own message may name hosts and users. */
export const IN_THE_LOG = ': the log says why'

/** An error's message. For a host name with several addresses, an error without a message contains the errors of each. */
export const messageOf = (error: unknown): string => {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join('; ')
  return error instanceof Error ? error.message : String(error)
}
