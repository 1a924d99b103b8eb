// Source of a replica's rows: its operations, and a check whether this process can use the rows.
import type { Point } from '../../../schema/primitives.ts'
import { versionOf } from '../../engine/file/generations.ts'
import { fingerprintOf } from '../../engine/file/models-database.ts'
import type { Table } from '../../engine/table/table.ts'
import type { CopiedDifference, CopyPoint } from '../protocol/copied-difference.ts'
import { type CopyState, LAYOUT_VERSION } from '../protocol/copy-state.ts'
import type { ReplicaModels } from './replica-models.ts'

/** The copy changed while it was read, or another load has replaced it. It must be read again. */
export class CopyMoved extends Error {
  override readonly name = 'CopyMoved'
}

/** The replica must continue from another source, on the next connection. */
export class AnotherSource extends Error {
  override readonly name = 'AnotherSource'
}

/** A source's file is damaged or has unexpected contents. */
export class CopyDamaged extends Error {
  override readonly name = 'CopyDamaged'
}

/** The first copy of everything. It continues after a lost connection. */
export interface WholeCopy<Connection> {
  /** Load that is being copied. */
  readonly load: string
  /** The copied rows. */
  readonly models: ReplicaModels
  /**
   * Copies the missing rows.
   * @returns the state of the finished models
   * @throws {CopyMoved} if the copy cannot be completed
   * @throws {CopyDiffers} if the digest differs
   * @throws {Error} if the connection is lost; the next call continues
   */
  run(connection: Connection): Promise<CopyState>
}

export interface CopySource<Connection> {
  /**
   * Connects to a source, or to another one after failures. Requests end when the signal aborts.
   * @returns the connection, and a function that returns the milliseconds until the next check
   */
  connect(ending: AbortSignal): { readonly connection: Connection; readonly look: () => number }
  /** The indexer's reports: JSON by part. */
  readReports(connection: Connection): Promise<readonly (readonly [part: string, report: string])[]>
  /** State of the source; undefined while it has no models. */
  readState(connection: Connection): Promise<CopyState | undefined>
  /**
   * Reads the commits since a state in order, some at a time.
   * @param hasPassed whether the replica may have been at a block
   * @returns no commits if there are none, or if the source has lost its last commits and will write them again; `everything` if the source
   * does not continue from that state
   * @throws {CopyMoved}
   */
  readDifferences(
    connection: Connection,
    tables: ReadonlyMap<string, Table>,
    since: CopyState,
    hasPassed: (point: Point) => boolean,
  ): Promise<readonly CopiedDifference[] | 'everything'>
  /**
   * Begins to copy everything.
   * @param path path of the finished file
   * @param onProgress called while rows arrive, with their number and an estimate of the total
   * @throws {CopyMoved}
   */
  beginCopy(
    connection: Connection,
    path: string,
    state: CopyState,
    onProgress: (rows: number, of: number) => void,
  ): Promise<WholeCopy<Connection>>
}

/** Whether a state has the slot, id and digest of a point. */
export const isSamePoint = (
  one: CopyPoint,
  other: (Point & { readonly digest: string | null }) | null,
): boolean => one.slot === other?.slot && one.id === other.id && one.digest === other.digest

/** Rules of the replica's own code. It reads only models that were folded by the same rules. */
export interface OwnRules {
  readonly source: Parameters<typeof fingerprintOf>[0]
  readonly models: readonly Parameters<typeof versionOf>[0][]
}

/** Reason why a replica cannot use the copy; undefined if it can. */
export const reasonNotToCopy = (
  { layout, source, models }: CopyState,
  rules: OwnRules,
): string | undefined => {
  if (layout !== LAYOUT_VERSION)
    return `MODELS_URL has a copy of another version of this service: run the same version as the indexer`
  if (source !== fingerprintOf(rules.source))
    return (
      `the models in MODELS_URL were folded by other rules: run the indexer's version, with its OPERATIONS_CONFIG and, on a ` +
      'devnet, its OGMIOS_URL'
    )
  const other = rules.models.filter((model) => models[model.name]?.version !== versionOf(model))
  if (other.length > 0)
    return `MODELS_URL has another version of ${other.map(({ name }) => name).join(', ')}, or lacks it: run the same version as the indexer, with the same MODEL`
  const unknown = Object.keys(models).filter((name) => rules.models.every((model) => model.name !== name))
  return unknown.length === 0
    ? undefined
    : `MODELS_URL has the model ${unknown.join(', ')}, which is not part of the project: set MODEL as for the indexer`
}
