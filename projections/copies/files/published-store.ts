// Where a publication is written: a directory, or an object store.

/** Time in ms for which a file remains that the manifest no longer names: a reader may still be reading it. */
export const GRACE_MS = 3_600_000

/** Whether the error says that a file does not exist. */
export const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'

export interface PublishedStore {
  /** Interval in ms between two manifests with new reports alone. */
  readonly reportInterval: number
  /** Reads the manifest; undefined before the first publication. */
  readManifest(): Promise<string | undefined>
  /** Writes the manifest, once the files that it names are complete. */
  writeManifest(text: string): Promise<void>
  /** @throws {CopyDamaged} @throws {Error} for which `isMissing` is true */
  read(name: string): Promise<{ readonly text: string; readonly bytes: number }>
  /** Writes a compressed file. @returns its bytes */
  write(name: string, text: string): Promise<number>
  /** Removes unneeded files that are too old to have a reader. */
  sweep(isKept: (name: string) => boolean): Promise<void>
}
