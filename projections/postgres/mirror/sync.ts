// One step of the mirror: finds the newest block that models and copy both have, and makes the copy what the models are.
// It compares blocks by slot and id and nothing else, so that any indexer of the same chain and rules can take over, its
// log and its versions being its own.
import { formatPoint } from '../../../schema/primitives.ts'
import { NOTHING_UNDONE, type Undone, undoneBy } from '../copied-difference.ts'
import { LAST, named } from '../layout.ts'
import { type MirrorState, MirrorStopped, readMirror, reasonToLoad } from '../mirror-state.ts'
import { rowsOf, type Session } from '../session.ts'
import type { ModelsSource } from './models-source.ts'
import { writeDifference } from './write-difference.ts'

/** A block of the copy. */
interface SharedBlock {
  readonly slot: number
  readonly id: string
  readonly digest: string | null
}

/** How the copy and the models stand to each other. */
export type Comparison = {
  /** Whether the models are near the tip, and none of them is folded again. */
  readonly isComplete: boolean
} & (
  | { readonly kind: 'shared'; readonly state: MirrorState; readonly shared: SharedBlock }
  /** The copy stands on a later block of the same chain: another indexer is ahead of this one. */
  | { readonly kind: 'behind'; readonly state: MirrorState }
  /** Everything must be loaded, from models that are complete. */
  | { readonly kind: 'load'; readonly reason: string; readonly state: MirrorState | undefined }
  /** Everything must be loaded, but the models are not complete. */
  | { readonly kind: 'incomplete'; readonly reason: string; readonly state: MirrorState | undefined }
)

export type SyncResult =
  | Exclude<Comparison, { readonly kind: 'shared' }>
  /** The copy holds what the models hold. */
  | { readonly kind: 'same' | 'written'; readonly state: MirrorState }
  /** The models have gone back meanwhile: it is to be tried again. */
  | { readonly kind: 'moved' }

const isOn = (source: ModelsSource, { slot, id }: { readonly slot: number; readonly id: string }): boolean =>
  source.hasBlock(slot, id)

/** The newest block of the copy that the models have too. */
const newestShared = async (
  session: Session,
  schema: string,
  source: ModelsSource,
): Promise<SharedBlock | undefined> => {
  const rows = await rowsOf(
    session,
    `SELECT slot, id, digest FROM ${named(schema, 'blocks')} ORDER BY slot DESC`,
  )
  return rows
    .map(([slot, id, digest]) => ({ slot: Number(slot), id: id ?? '', digest: digest ?? null }))
    .find((block) => isOn(source, block))
}

/** Changes of the copy's commits after a block. */
const changedAfter = async (session: Session, schema: string, slot: number): Promise<Undone> => {
  const rows = await rowsOf(
    session,
    `SELECT difference FROM ${named(schema, 'versions')} WHERE slot BETWEEN $1 AND ${LAST}`,
    [slot + 1],
  )
  return undoneBy(
    rows.map(([text]) => text ?? ''),
    slot,
  )
}

/**
 * Compares where the copy and the models stand.
 * @param known as for `sync`
 * @throws {MirrorStopped} when the copy is of another network.
 */
export const compare = async (
  session: Session,
  schema: string,
  source: ModelsSource,
  known?: MirrorState,
): Promise<Comparison> => {
  const state = known ?? (await readMirror(session, schema))
  const now = source.state()
  if (now === undefined)
    return { kind: 'incomplete', isComplete: false, reason: 'the models hold no block yet', state }
  const { isComplete } = now
  const toLoad = (reason: string): Comparison =>
    isComplete
      ? { kind: 'load', isComplete, reason, state }
      : { kind: 'incomplete', isComplete, reason, state }
  if (state === undefined) return toLoad('nothing was loaded yet')
  if (state.network !== now.network)
    throw new MirrorStopped(
      `the schema ${schema} holds a copy of ${state.network}, but the models are of ${now.network}: choose another POSTGRES_SCHEMA`,
    )
  const reason = reasonToLoad(state, now)
  if (reason !== undefined) return toLoad(reason)
  const shared = isOn(source, state) ? state : await newestShared(session, schema, source)
  if (shared === undefined) return toLoad('the copy and the models have no recent block in common')
  if (shared.slot === now.checkpoint.slot && shared.slot < state.slot && known === undefined)
    return { kind: 'behind', isComplete, state }
  if (isOn(source, shared) && !source.reachesBackTo(shared.slot))
    return toLoad(`no journal reaches back to ${formatPoint(shared)}`)
  return { kind: 'shared', isComplete, state, shared }
}

/**
 * Makes the copy what the models are, in one commit.
 * @param known where the copy stands, since this process has brought it there or found it in step: then it is not read, and
 * models that have gone back are followed. To others the copy is ahead: it waits for them.
 * @throws {MirrorStopped} when digests differ, or the copy is of another network; nothing is changed.
 * @throws {Fenced} when another writer has committed meanwhile; nothing is changed.
 */
export const sync = async (
  session: Session,
  schema: string,
  source: ModelsSource,
  known?: MirrorState,
): Promise<SyncResult> => {
  const found = await compare(session, schema, source, known)
  if (found.kind !== 'shared') return found
  const { state, shared } = found
  const undone = shared.slot < state.slot ? await changedAfter(session, schema, shared.slot) : NOTHING_UNDONE
  const difference = source.difference(shared, undone.keys)
  if (difference === undefined) return { kind: 'moved' }
  if (
    shared.digest !== null &&
    difference.sharedDigest !== null &&
    Object.values(state.models).every(({ stopped }) => stopped === null) &&
    shared.digest !== difference.sharedDigest
  )
    throw new MirrorStopped(
      `at block ${formatPoint(shared)} the copy in PostgreSQL has digest ${shared.digest}, but the models have ${difference.sharedDigest}: ` +
        'run npm run verify and npm run verify -- --postgres to see which rows are wrong',
    )
  const { checkpoint } = difference
  const hasMoved = checkpoint.slot !== state.slot || checkpoint.id !== state.id
  const hasStopped = Object.keys(state.models).some(
    (name) => state.models[name]?.stopped !== (difference.models[name]?.stopped ?? null),
  )
  if (!hasMoved && !hasStopped) return { kind: 'same', state }
  const after = await writeDifference(session, {
    schema,
    state,
    shared: shared.slot,
    difference,
    undone: undone.changes,
  })
  return { kind: 'written', state: after }
}
