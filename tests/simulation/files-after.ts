// Copies a data directory's files as after a kill or a power cut, while the process continues. Later writes are not in the copy.
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import type { Random } from '../../devnet/actors/random.ts'

const copyFiles = (from: string, to: string, isKept: (name: string) => boolean): void => {
  mkdirSync(to, { recursive: true })
  for (const name of readdirSync(from))
    if (isKept(name) && statSync(join(from, name)).isFile()) copyFileSync(join(from, name), join(to, name))
}

/** The copy has all written bytes, even those that are not on the disk yet. */
export const filesAfterKill = (from: string, to: string): void => copyFiles(from, to, () => true)

/** SQLite's WAL-index format, in the machine's byte order: offset of `nBackfillAttempted` in a `-shm` file. */
const ATTEMPTED = 128
const WAL_HEADER = 32
const FRAME_HEADER = 24

/**
 * SQLite synchronizes the WAL before it copies pages into the database. Without these bytes, the database would mix new and old pages. What
 * the WAL had when it was opened also counts.
 */
const bytesOnDisk = (wal: Buffer, index: string): number => {
  if (wal.length < WAL_HEADER) return 0
  // No process has opened this WAL since the last power cut.
  if (!existsSync(index)) return wal.length
  const shm = readFileSync(index)
  if (shm.length < ATTEMPTED + 4) return wal.length
  const frames = shm.readUInt32LE(ATTEMPTED)
  return frames === 0 ? 0 : WAL_HEADER + frames * (FRAME_HEADER + wal.readUInt32BE(8))
}

/**
 * In WAL mode, SQLite synchronizes databases only when it copies pages from the WAL. Any later part of the WAL may be missing or replaced.
 */
export const filesAfterPowerCut = (from: string, to: string, random: Random): void => {
  copyFiles(from, to, (name) => !name.endsWith('-shm'))
  for (const name of readdirSync(to).filter((name) => name.endsWith('-wal'))) {
    const path = join(to, name)
    const wal = readFileSync(path)
    const kept = random.chance(0.3)
      ? wal.length
      : random.integer(bytesOnDisk(wal, join(from, name.replace(/wal$/, 'shm'))), wal.length)
    const lost = wal.subarray(kept)
    // Disks write blocks in any order.
    const isHole = lost.length > 0 && random.chance(0.5)
    const hole = Math.min(lost.length, 4096 * random.integer(1, 4))
    writeFileSync(path, isHole ? wal.fill(0, kept, kept + hole) : wal.subarray(0, kept))
  }
}
