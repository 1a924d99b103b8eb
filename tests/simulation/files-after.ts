// Copies the files of a data directory in the state after a kill or after a power cut, while the process continues to run: its
// later writes are not in the copy.
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

/** Files that the system itself has on disk or in memory at any moment. */
const copyFiles = (from: string, to: string, isKept: (name: string) => boolean): void => {
  mkdirSync(to, { recursive: true })
  for (const name of readdirSync(from))
    if (isKept(name) && statSync(join(from, name)).isFile()) copyFileSync(join(from, name), join(to, name))
}

/** The files after `kill -9`: all written bytes are there, even if they are not on the disk yet. */
export const filesAfterKill = (from: string, to: string): void => copyFiles(from, to, () => true)

/** Offset of `nBackfillAttempted` in a `-shm` file, by SQLite's format of the WAL index; in the machine's byte order. */
const ATTEMPTED = 128
const WAL_HEADER = 32
const FRAME_HEADER = 24

/**
 * Bytes of a WAL that are certainly on disk. SQLite synchronizes the WAL before it writes pages of it back into the database, and
 * the content of a WAL when it is opened also counts as synchronized. Without these bytes the database would be a mixture of new
 * and old pages.
 */
const bytesOnDisk = (wal: Buffer, index: string): number => {
  if (wal.length < WAL_HEADER) return 0
  // A WAL that no process has opened since the last power cut.
  if (!existsSync(index)) return wal.length
  const shm = readFileSync(index)
  if (shm.length < ATTEMPTED + 4) return wal.length
  const frames = shm.readUInt32LE(ATTEMPTED)
  return frames === 0 ? 0 : WAL_HEADER + frames * (FRAME_HEADER + wal.readUInt32BE(8))
}

/**
 * The files after a power cut. Databases in WAL mode are synchronized when their WAL is written back. So any part of the WAL that was not
 * written back may be missing, and any bytes may follow the remaining part.
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
    // Blocks of the disk are written in any order: sometimes later blocks are there and earlier ones are missing.
    const isHole = lost.length > 0 && random.chance(0.5)
    const hole = Math.min(lost.length, 4096 * random.integer(1, 4))
    writeFileSync(path, isHole ? wal.fill(0, kept, kept + hole) : wal.subarray(0, kept))
  }
}
