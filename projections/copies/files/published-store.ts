// The place of a publication: a directory, an object store, or a stream of NATS.
import type { Lead } from '../protocol/leadership.ts'

/** Time in ms for which an unnamed file is kept, because a reader may still be reading it. */
export const GRACE_MS = 3_600_000

export interface PublishedStore {
  /** Interval in ms between two manifests that only have new reports. */
  readonly reportInterval: number
  /** Undefined before the first publication. */
  readManifest(): Promise<string | undefined>
  /** The files that the manifest names must be complete. */
  writeManifest(text: string): Promise<void>
  /** Undefined if the file is missing. */
  read(name: string): Promise<Uint8Array | undefined>
  has(name: string): Promise<boolean>
  write(name: string, bytes: Uint8Array): Promise<void>
  /** Removes files of this process that no manifest has named. */
  remove(names: readonly string[]): Promise<void>
  /** Removes unneeded files that are too old to have a reader. */
  sweep(isKept: (name: string) => boolean): Promise<void>
  /** Several indexers may publish here, and one of them may write. */
  readonly lead?: Lead
  close?(): Promise<void>
}
