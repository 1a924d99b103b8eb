// Sizes of the data directory's files, by kind. The sizes show an operator that a WAL does not shrink or that the log will fill the disk,
// before the service stops.
import { readdirSync, statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'

const FILE = /^(log|models)(?:-\d+)?\.db(-wal)?$/

interface FileSizes {
  /** Kinds are `log` and `models`, and for their WALs `log_wal` and `models_wal`. */
  readonly bytes: ReadonlyMap<string, number>
  /** Undefined if the system does not report it. */
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
    // The file may have been removed after the directory was read.
    const size = orUndefined(() => statSync(join(directory, name)).size) ?? 0
    bytes.set(kind, (bytes.get(kind) ?? 0) + size)
  }
  const disk = orUndefined(() => statfsSync(directory))
  return { bytes, free: disk && disk.bavail * disk.bsize }
}
