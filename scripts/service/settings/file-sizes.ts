// What the data directory takes of the disk, by what is in its files: a WAL that does not shrink and a log that fills
// the disk are seen before they stop anything.
import { readdirSync, statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Files of the data directory, `-wal` apart from what it belongs to. */
const FILE = /^(log|models|status)(?:-\d+)?\.db(-wal)?$/

export interface FileSizes {
  /** Bytes by `log`, `log_wal`, `models`, …; two files of models are one sum. */
  readonly bytes: ReadonlyMap<string, number>
  /** Bytes free; undefined where the system does not tell. */
  readonly free: number | undefined
}

const orUndefined = <Value>(read: () => Value): Value | undefined => {
  try {
    return read()
  } catch {
    return undefined
  }
}

export const fileSizes = (directory: string): FileSizes => {
  const bytes = new Map<string, number>()
  for (const name of orUndefined(() => readdirSync(directory)) ?? []) {
    const match = FILE.exec(name)
    if (match === null) continue
    const kind = `${match[1]}${match[2] === undefined ? '' : '_wal'}`
    // A file may be gone since the directory was read.
    const size = orUndefined(() => statSync(join(directory, name)).size) ?? 0
    bytes.set(kind, (bytes.get(kind) ?? 0) + size)
  }
  const disk = orUndefined(() => statfsSync(directory))
  return { bytes, free: disk && disk.bavail * disk.bsize }
}
