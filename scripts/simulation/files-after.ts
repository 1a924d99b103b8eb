// The files of a data directory as a killed process or a power cut leaves them. Both are taken while the process runs on: nothing
// that it does later reaches the copy.
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
import type { Random } from '../../fixtures/devnet/actors/random.ts'

/** Files that the system itself has on disk or in memory at any moment. */
const copyFiles = (from: string, to: string, isKept: (name: string) => boolean): void => {
  mkdirSync(to, { recursive: true })
  for (const name of readdirSync(from))
    if (isKept(name) && statSync(join(from, name)).isFile()) copyFileSync(join(from, name), join(to, name))
}

/** The files after `kill -9`: all that was written is there, whether it is on disk or not. */
export const filesAfterKill = (from: string, to: string): void => copyFiles(from, to, () => true)

/** Place of `nBackfillAttempted` in a `-shm` file, as SQLite's format of the WAL index says; in the machine's byte order. */
const ATTEMPTED = 128
const WAL_HEADER = 32
const FRAME_HEADER = 24

/**
 * Bytes of a WAL that are certainly on disk. SQLite synchronizes the WAL before it writes pages of it back into the database, and what
 * lies in a WAL when it is opened counts as such. Without them the database would be one of new and old pages.
 */
const bytesOnDisk = (wal: Buffer, index: string): number => {
  if (wal.length < WAL_HEADER) return 0
  // A WAL that nobody has opened since the last power cut.
  if (!existsSync(index)) return wal.length
  const shm = readFileSync(index)
  if (shm.length < ATTEMPTED + 4) return wal.length
  const frames = shm.readUInt32LE(ATTEMPTED)
  return frames === 0 ? 0 : WAL_HEADER + frames * (FRAME_HEADER + wal.readUInt32BE(8))
}

/**
 * The files after a power cut. Databases in WAL mode are synchronized when their WAL is written back, so any part of it that was not
 * written back may be missing, and what follows the part that is there may be anything.
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
    // Blocks of the disk are written in any order: sometimes later ones are there, and some before them are not.
    const isHole = lost.length > 0 && random.chance(0.5)
    const hole = Math.min(lost.length, 4096 * random.integer(1, 4))
    writeFileSync(path, isHole ? wal.fill(0, kept, kept + hole) : wal.subarray(0, kept))
  }
}
