// What is said of a failure of the network.

/** End of what strangers read of a failure whose words may name hosts and users. */
export const IN_THE_LOG = ': the log says why'

/** An error's message. Of a name with several addresses, the errors of each are within one that has none. */
export const messageOf = (error: unknown): string => {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join('; ')
  return error instanceof Error ? error.message : String(error)
}
