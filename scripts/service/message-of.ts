// What is said of a failure of the network.

/** An error's message. Of a name with several addresses, the errors of each are within one that has none. */
export const messageOf = (error: unknown): string => {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join('; ')
  return error instanceof Error ? error.message : String(error)
}
