// Faults that no test can find, since the behaviour stays the same, each with the reason.

interface AcceptedSurvivor {
  readonly path: string
  /** The line with the fault, without the spaces around it. */
  readonly line: string
  readonly from: string
  readonly to: string
  readonly reason: string
}

export const ACCEPTED_SURVIVORS: readonly AcceptedSurvivor[] = [
  {
    path: 'projections/read/reader/models-reader.ts',
    line: 'if (!isCommitted && now < this.#nextLook) return false',
    from: '<',
    to: '<=',
    reason: 'the next look comes one tick of the clock later',
  },
  {
    path: 'api/kupo/reads/chain-blocks.ts',
    line: 'lastAtOrBefore: (slot) => places().lastBlocks(slot, 1)[0],',
    from: '1',
    to: '2',
    reason: 'of more blocks the first is taken too',
  },
  {
    path: 'api/http/response/response-cache.ts',
    line: 'if (this.#askedCharacters > ASKED) {',
    from: '>',
    to: '>=',
    reason: 'the limit of the memory is any number near it',
  },
  {
    path: 'api/builder/recent-transactions.ts',
    line: 'return this.#entries.get(transaction)?.made.find(({ reference }) => reference.index === index)',
    from: 'find',
    to: 'findLast',
    reason: 'an index is in a transaction once',
  },
  {
    path: 'api/http/http-counts.ts',
    line: 'readonly classes = new Float64Array(6)',
    from: '6',
    to: '7',
    reason: 'no status begins with 6',
  },
]
