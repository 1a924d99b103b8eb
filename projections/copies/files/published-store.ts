// The place of a publication: a directory, an object store, or a stream of NATS.
import type { Lead } from '../protocol/leadership.ts'

/** Time in ms for which a file is kept after the manifest has dropped it: a reader may still be reading it. */
export const GRACE_MS = 3_600_000

/** Whether the error says that a file does not exist. */
export const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'

export interface PublishedStore {
  /** Minimum interval in ms between two manifests that only have new reports. */
  readonly reportInterval: number
  /** Reads the manifest; undefined before the first publication. */
  readManifest(): Promise<string | undefined>
  /** Writes the manifest, once the files that it names are complete. */
  writeManifest(text: string): Promise<void>
  /** Reads a file; undefined if it is missing. */
  read(name: string): Promise<Uint8Array | undefined>
  /** Whether a file exists. */
  has(name: string): Promise<boolean>
  write(name: string, bytes: Uint8Array): Promise<void>
  /** Removes unneeded files that are old enough to have no reader. */
  sweep(isKept: (name: string) => boolean): Promise<void>
  /** The right to write, held by one of several indexers that may publish here. */
  readonly lead?: Lead
  close?(): Promise<void>
}
