// Counts the services that have the same digest at the same block.

export interface Stand {
  readonly id: string
  readonly height: number
  readonly digest: string
}

/**
 * Both numbers include this service.
 * @returns undefined if no other service is at the same block
 */
export const agreementOf = (own: Stand, others: readonly (Stand | undefined)[]) => {
  const there = others.filter((other) => other?.id === own.id)
  const agree = 1 + there.filter((other) => other?.digest === own.digest).length
  const { height, digest } = own
  return there.length === 0 ? undefined : { height, digest, of: 1 + there.length, agree }
}
