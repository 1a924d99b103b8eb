// Faults that are planted into copies of the source. If the simulation does not find such a fault, the simulation is too weak.

import type { SourceChange } from '../harness/changed-source.ts'
import type { Elected } from './copy-episode.ts'

export interface Mutant extends SourceChange {
  readonly name: string
}

const PROJECTOR = 'projections/engine/fold/projector.ts'
const JOURNAL = 'projections/engine/table/journal.ts'
const ROWS = 'projections/engine/table/rows.ts'
const LOG = 'indexer/log/log.ts'
const HANDLER = 'indexer/chain-sync-handler.ts'
const COMPARE = 'projections/engine/file/compare-models.ts'

export const MUTANTS: readonly Mutant[] = [
  {
    name: 'sub-transactions are left out',
    path: 'indexer/transaction-event.ts',
    from: 'return [...nested, event]',
    to: 'return [event]',
  },
  {
    name: 'sub-transactions take effect although scripts failed',
    path: 'indexer/transaction-event.ts',
    from: 'if (!event.valid || declared',
    to: 'if (declared',
  },
  {
    name: 'an unknown era is followed',
    path: 'indexer/ogmios/known-content.ts',
    from: 'if (!names.includes(name)) throw',
    to: 'if (false) throw',
  },
  {
    name: 'a transaction that left the mempool is no longer in flight',
    path: 'indexer/pending-transactions.ts',
    from: 'for (const transaction of left) this.#left.set',
    to: 'for (const transaction of [] as typeof left) this.#left.set',
  },
  {
    name: 'time that passes is measured by the time of day',
    path: 'schema/platform/clocks.ts',
    from: 'uptime = (): Uptime => performance.now()',
    to: 'uptime = (): Uptime => Date.now()',
  },
  {
    name: 'a repeated block is compared by its id alone',
    path: HANDLER,
    from: 'if (isRepeated && this.#log.holds(next.seq, packBlock(block)))',
    to: 'if (isRepeated)',
  },
  {
    name: 'a rollback to an unknown point ends following',
    path: HANDLER,
    from: 'throw new ProtocolBroken(\n        `the node went back',
    to: 'throw new FollowingStopped(\n        `the node went back',
  },
  {
    name: 'a node that lies for long is not asked again',
    path: 'indexer/follower.ts',
    from: 'if (this.#waitsLongest) return {',
    to: 'if (this.#waitsLongest) return undefined && {',
  },
  {
    name: 'a block without its transactions is taken',
    path: 'indexer/ogmios/read-message.ts',
    from: "transactionsAt === undefined && block.type !== 'ebb'",
    to: "transactionsAt === undefined && block.type === ''",
  },
  {
    name: 'a lost data directory is not noticed',
    path: 'schema/platform/file-place.ts',
    from: '(placeOf(path) ?? place) !== place',
    to: '(place ?? placeOf(path)) !== place',
  },
  {
    name: 'blocks are appended without the data directory',
    path: 'scripts/service/indexing/follow.ts',
    from: '    onChange() {\n      follower.stop()\n',
    to: '    onChange() {\n',
  },
  {
    name: 'a rollback restores the newest earlier row, not the oldest',
    path: JOURNAL,
    from: 'existed, min(undo_slot) FROM',
    to: 'existed, max(undo_slot) FROM',
  },
  {
    name: 'the undo rows of the first undone block are lost',
    path: JOURNAL,
    from: '`WHERE undo_slot > @slot GROUP BY',
    to: '`WHERE undo_slot > (SELECT min(slot) FROM blocks WHERE slot > @slot) GROUP BY',
  },
  {
    name: 'rows of undone blocks stay in the models',
    path: JOURNAL,
    from: '? cutOff()\n        : database',
    to: "? cutOff()\n        : database.prepare('DELETE FROM control WHERE 0 AND @slot') ?? database",
  },
  {
    name: 'deleted rows stay in the digest',
    path: ROWS,
    from: 'this.#context.digest.subtract(this.#hasher.hash(encode(row, this.#all)))',
    to: '',
  },
  {
    name: 'cached rows outlive a transaction that failed',
    path: PROJECTOR,
    from: '    this.#source.reset()\n    this.#unpublished = false',
    to: '    this.#unpublished = false',
  },
  {
    name: 'models that fail to commit are not read again',
    path: PROJECTOR,
    from: '        if (this.#isStale) this.#load()\n',
    to: '',
  },
  {
    name: 'cached rows outlive a rollback',
    path: PROJECTOR,
    from: '    this.#statements.deleteDigestsAfter.run(slot)\n    this.#source.reset()',
    to: '    this.#statements.deleteDigestsAfter.run(slot)',
  },
  {
    name: 'digests of undone blocks stay',
    path: PROJECTOR,
    from: '    this.#statements.deleteDigestsAfter.run(slot)\n',
    to: '',
  },
  {
    name: 'blocks that were undone stay known',
    path: PROJECTOR,
    from: '    this.#statements.deleteBlocksAfter.run(slot)\n',
    to: '',
  },
  {
    name: 'models continue from a block that is no longer in the log',
    path: 'projections/engine/fold/fold-blocks.ts',
    from: 'return log.seqOf(checkpoint) === checkpoint.seq',
    to: 'return true',
  },
  {
    name: 'the log keeps the end of an append that failed',
    path: LOG,
    from: '      this.#end = before.end\n',
    to: '',
  },
  {
    name: 'an undone block counts as one of the chain',
    path: LOG,
    from: "id.toString('hex') === point.id && this.#isCanonical(seq)",
    to: "id.toString('hex') === point.id",
  },
  {
    name: 'blocks are appended that follow another block',
    path: 'indexer/log/block-problem.ts',
    from: 'if (block.parent !== parent.id) return',
    to: 'if (block.parent === null) return',
  },
  {
    name: 'the deepest fork that a chain can have is refused',
    path: HANDLER,
    from: 'if (depth > maxDepth)',
    to: 'if (depth >= maxDepth)',
  },
  {
    name: 'a model of another version serves the rows of the previous version',
    path: 'projections/engine/file/generations.ts',
    from: 'if (serving?.version === version) {',
    to: 'if (serving !== undefined) {',
  },
  {
    name: 'a removed model counts for the digest',
    path: 'projections/engine/file/models-database.ts',
    from: 'if (!isEmpty) syncDigest(opened, found)',
    to: '',
  },
  {
    name: 'the models that were replaced stay open',
    path: 'projections/read/reader/models-reader.ts',
    from: '    database.close()\n    this.#connection = next',
    to: '    this.#connection = next',
  },
  {
    name: 'an unwritten report is kept after a later one was written',
    path: 'projections/status/reporting.ts',
    from: 'if (hasFailed) unwritten({})',
    to: '',
  },
  {
    name: 'a reader keeps its state when the chain goes back',
    path: 'projections/read/reader/models-reader.ts',
    from: 'isExtended: since !== undefined && blockId.get(since.slot) === since.id,',
    to: 'isExtended: since !== undefined,',
  },
  {
    name: 'digests of blocks are not kept',
    path: PROJECTOR,
    from: '    this.#statements.saveDigest.run(name, slot, context.digest.toString())\n',
    to: '',
  },
  {
    name: 'kept blocks are not compared with the log',
    path: COMPARE,
    from: 'check(yield* blocksProblem(database, checkpoint, log))',
    to: 'void blocksProblem(database, checkpoint, log)',
  },
  {
    name: 'rows are not compared with the digest',
    path: COMPARE,
    from: 'check(digestProblem(database, rules, digest, state))',
    to: 'void digestProblem(database, rules, digest, state)',
  },
  {
    name: 'a table is left out of the comparison',
    path: COMPARE,
    from: 'yield* scanning(database, tables)',
    to: 'yield* scanning(database, tables.slice(1))',
  },
  {
    name: 'damaged models are said and not replaced',
    path: 'projections/engine/fold/models-folding.ts',
    from: 'if (damage?.isOfLog === false && ',
    to: 'if (damage?.isOfLog === true && ',
  },
  {
    name: 'a damaged image is served',
    path: 'api/images/whole-images.ts',
    from: '(await contentIdOf(bytes)) === cid',
    to: '(await contentIdOf(bytes)) !== undefined',
  },
  {
    name: 'an image is compared once',
    path: 'api/images/whole-images.ts',
    from: ' && now - known.at < COMPARISON_INTERVAL_MS) return true',
    to: ') return true',
  },
  {
    name: 'a frame is sent twice',
    path: 'api/feed/socket/hub.ts',
    from: '        this.counts.frames++',
    to: '        receiver.queue(frame)',
  },
  {
    name: 'the last of many frames is lost',
    path: 'api/feed/socket/connection.ts',
    from: 'of frames) this.#send(',
    to: 'of frames.slice(0, 15)) this.#send(',
  },
  {
    name: "a frame has the pool's state before the commit",
    path: 'api/feed/pool-responses.ts',
    from: "this.#drop(table === 'vestings' ? this.#idOf(String(topics.token)) : Number(id)),",
    to: "void setImmediate(() => this.#drop(table === 'vestings' ? this.#idOf(String(topics.token)) : Number(id))),",
  },
  {
    name: 'tokens of a sale also stay with the seller',
    path: 'projections/models/holders.ts',
    from: 'return quantity === 0n ? null : { quantity }',
    to: 'return quantity === 0n && delta > -1_000n ? null : { quantity }',
  },
]

const WRITE = 'projections/copies/postgres/mirror/write-difference.ts'

export const COPY_MUTANTS: Readonly<Record<Elected, readonly Mutant[]>> = {
  postgres: [
    {
      name: 'a commit of the copy counts as complete before PostgreSQL has answered',
      path: WRITE,
      from: '  await sendTogether(session, () => [',
      to: '  void sendTogether(session, () => [',
    },
    {
      name: 'a commit of the copy is not one transaction',
      path: WRITE,
      from: "    session.query('BEGIN'),\n    writeState",
      to: '    writeState',
    },
    {
      name: 'rows of undone blocks stay in the copy',
      path: WRITE,
      from: 'const cutAt = isFork ? positionOf(shared + 1, 0) : undefined',
      to: 'const cutAt = undefined',
    },
    {
      name: 'a replica applies commits that do not continue its block',
      path: 'projections/copies/protocol/copied-difference.ts',
      from: 'one.slot === other?.slot && one.id',
      to: 'one.slot >= 0 || one.id',
    },
  ],
  nats: [
    {
      name: 'a leader in NATS writes whoever has written since',
      path: 'projections/copies/files/nats/nats-files.ts',
      from: 'expect: { lastSequence: own.sequence, ...(own.id !== undefined && { lastMsgID: own.id }) },',
      to: '',
    },
  ],
}
