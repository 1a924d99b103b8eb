// The number of blocks since a trade.

/** Number of blocks after which a trade has no dots any more: a deeper fork is rare. */
export const DOTS = 6

/** Number of blocks from a time on, at most `DOTS` + 1. @param blocks newest first; the list may not reach back to the time */
export const blocksSince = (blocks: readonly { readonly time: number }[], time: number): number => {
  const count = blocks.slice(0, DOTS + 1).findIndex((block) => block.time < time)
  return count === -1 ? DOTS + 1 : count
}
