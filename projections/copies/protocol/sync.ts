// One step of a copy's writer: finds the newest block that models and copy share, and makes the copy equal to the models. Blocks are
// compared only by slot and id. So any indexer with the same chain and rules can become the writer, even though its log, and its numbers of
// commits, differ.
import { setImmediate } from 'node:timers/promises'
import { formatPoint } from '../../../schema/primitives.ts'
import type { Difference, ModelsSource } from '../source/models-source.ts'
import { bytesOf, nextCommit, TooMuchChanged } from './commit.ts'
import { CommitPace, MOST_BYTES } from './commit-pace.ts'
import { type Undone, undoneBy, type WrittenDifference } from './copied-difference.ts'
import {
  type CopiedBlock,
  type CopiedModels,
  type CopyState,
  CopyStopped,
  LAYOUT_VERSION,
} from './copy-state.ts'

type SharedBlock = Pick<CopiedBlock, 'slot' | 'id' | 'digest'>

export interface Copy {
  readonly name: string
  /** Advice to the operator if the copy differs from the models, or belongs to another network. */
  readonly advice: { readonly differs: string; readonly otherNetwork: string }
  /** Undefined before the first write. */
  state(): Promise<CopyState | undefined>
  /** Newest first. */
  blocks(): Promise<readonly SharedBlock[]>
  /** All commits that ended after a block. */
  commitsAfter(slot: number): Promise<readonly string[]>
  /** Called each second while a commit is made. */
  beat?(): Promise<unknown>
  /** @throws {TooMuchChanged} */
  write(commit: WrittenDifference, tables: Difference['tables']): Promise<void>
}

type ReadModels = Pick<ModelsSource, 'state' | 'hasBlock' | 'reachesBackTo' | 'difference'>

/** Reason to load everything; undefined if blocks must be compared. */
const reasonToLoad = (
  { layout, source, models }: CopyState,
  wanted: { readonly source: string; readonly models: CopiedModels },
): string | undefined => {
  if (layout !== LAYOUT_VERSION) return 'the copy was written by another version'
  if (source !== wanted.source) return 'the copy was folded by other rules'
  const names = new Set([...Object.keys(models), ...Object.keys(wanted.models)])
  const changed = [...names].filter((name) => {
    const next = wanted.models[name]
    // The copy keeps a model that is being refolded, so the model's version does not matter.
    return next === undefined || (next.stopped === null && next.version !== models[name]?.version)
  })
  return changed.length === 0 ? undefined : `${changed.join(', ')} was folded again`
}

export type Comparison = {
  /** The models are near the tip, and none is being folded again. */
  readonly isComplete: boolean
} & (
  | { readonly kind: 'shared'; readonly state: CopyState; readonly shared: SharedBlock }
  /** Another indexer is ahead of this one. */
  | { readonly kind: 'behind'; readonly state: CopyState }
  /** The models are complete. */
  | { readonly kind: 'load'; readonly reason: string; readonly state: CopyState | undefined }
  /** The models are not complete yet. */
  | { readonly kind: 'incomplete'; readonly reason: string; readonly state: CopyState | undefined }
)

export type SyncResult =
  | Exclude<Comparison, { readonly kind: 'shared' }>
  /** The copy equals the models, or an earlier state of them. */
  | {
      readonly kind: 'same' | 'written'
      readonly isComplete: boolean
      readonly state: CopyState
      /** The models have later blocks, which the next commit copies. */
      readonly isPartial: boolean
    }
  /** The models were rolled back meanwhile, so the comparison must be repeated. */
  | { readonly kind: 'moved' }

/**
 * @param known see {@link sync}
 * @throws {CopyStopped} if the copy belongs to another network
 */
export const compare = async (
  copy: Pick<Copy, 'name' | 'advice' | 'state' | 'blocks'>,
  source: ReadModels,
  known?: CopyState,
): Promise<Comparison> => {
  const state = known ?? (await copy.state())
  const now = source.state()
  if (now === undefined)
    return { kind: 'incomplete', isComplete: false, reason: 'the models have no block yet', state }
  const { isComplete } = now
  const toLoad = (reason: string): Comparison =>
    isComplete
      ? { kind: 'load', isComplete, reason, state }
      : { kind: 'incomplete', isComplete, reason, state }
  if (state === undefined) return toLoad('nothing was loaded yet')
  if (state.network !== now.network)
    throw new CopyStopped(
      `${copy.name} is for ${state.network}, but the models are for ${now.network}: ${copy.advice.otherNetwork}`,
    )
  const reason = reasonToLoad(state, now)
  if (reason !== undefined) return toLoad(reason)
  const shared = source.hasBlock(state)
    ? state
    : (await copy.blocks()).find((block) => source.hasBlock(block))
  if (shared === undefined) return toLoad('the copy and the models have no recent block in common')
  if (shared.slot === now.checkpoint.slot && shared.slot < state.slot && known === undefined)
    return { kind: 'behind', isComplete, state }
  if (source.hasBlock(shared) && !source.reachesBackTo(shared.slot))
    return toLoad(`no journal reaches back to ${formatPoint(shared)}`)
  return { kind: 'shared', isComplete, state, shared }
}

const HEARTBEAT_INTERVAL_MS = 1_000

const sizeOf = ({ touched, made }: Difference['tables'][number]): number => {
  const changed = touched.map(({ row, values }) => (Array.isArray(row) ? row : values))
  return [...made, ...changed].reduce((sum, row) => sum + bytesOf(row), 0)
}

/** The difference has fewer blocks if their rows are too large. */
const boundedDifference = async (
  copy: Copy,
  source: ReadModels,
  shared: SharedBlock,
  keys: Undone['keys'],
  most: number,
): Promise<Difference | undefined> => {
  let beatAt = performance.now()
  const between = async (): Promise<void> => {
    await setImmediate()
    if (performance.now() - beatAt < HEARTBEAT_INTERVAL_MS) return
    beatAt = performance.now()
    await copy.beat?.()
  }
  for (let blocks = most; ; ) {
    const difference = await source.difference(shared, keys, blocks, between)
    const count = difference?.blocks.length ?? 0
    if (difference === undefined || count <= 1) return difference
    if (difference.tables.reduce((sum, table) => sum + sizeOf(table), 0) <= MOST_BYTES) return difference
    // While a model is folded again, blocks have no digests, so the difference cannot be divided.
    if (count > blocks) return difference
    blocks = count >> 1
  }
}

/**
 * Makes the copy equal to the models, or to an earlier state of them.
 * @param pace limits the size of the commit
 * @param known state of the copy, if this process wrote it or found it equal to the models; the copy is then rolled back if the models
 * were; without it, models older than the copy count as `behind`
 * @throws {CopyStopped} if digests differ, or the copy belongs to another network; nothing is changed
 * @throws {Error} if another writer was faster; nothing is changed
 */
export const sync = async (
  copy: Copy,
  source: ReadModels,
  known?: CopyState,
  pace: Pick<CommitPace, 'blocks'> = new CommitPace(),
): Promise<SyncResult> => {
  const found = await compare(copy, source, known)
  if (found.kind !== 'shared') return found
  const { state, shared, isComplete } = found
  const commits = shared.slot < state.slot ? await copy.commitsAfter(shared.slot) : []
  const undone = undoneBy(commits, shared.slot)
  const difference = await boundedDifference(copy, source, shared, undone.keys, pace.blocks)
  if (difference === undefined) return { kind: 'moved' }
  if (
    shared.digest !== null &&
    difference.sharedDigest !== null &&
    Object.values(state.models).every(({ stopped }) => stopped === null) &&
    shared.digest !== difference.sharedDigest
  )
    throw new CopyStopped(
      `at block ${formatPoint(shared)} ${copy.name} has digest ${shared.digest}, but the models have ${difference.sharedDigest}: ${copy.advice.differs}`,
    )
  const { checkpoint, isPartial } = difference
  const hasMoved = checkpoint.slot !== state.slot || checkpoint.id !== state.id
  const hasStopped = Object.keys(state.models).some(
    (name) => state.models[name]?.stopped !== (difference.models[name]?.stopped ?? null),
  )
  if (!hasMoved && !hasStopped) return { kind: 'same', isComplete, state, isPartial }
  try {
    const commit = nextCommit(state, shared.slot, difference, undone.changes)
    await copy.write(commit, difference.tables)
    return { kind: 'written', isComplete, state: commit.state, isPartial }
  } catch (error) {
    if (!(error instanceof TooMuchChanged)) throw error
    return { kind: 'load', isComplete: true, reason: error.message, state }
  }
}
