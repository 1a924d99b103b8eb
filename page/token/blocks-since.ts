/** Each dot is a block after a trade. A deeper fork is rare. */
export const DOTS = 6

/**
 * At most `DOTS` + 1.
 * @param blocks newest first; the list might not reach back to the time
 */
export const blocksSince = (blocks: readonly { readonly time: number }[], time: number): number => {
  const count = blocks.slice(0, DOTS + 1).findIndex((block) => block.time < time)
  return count === -1 ? DOTS + 1 : count
}
