// The files of a data directory as a killed process or a power cut leaves them. Both are taken while the process runs on: nothing
// that it does later reaches the copy.
import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
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

/**
 * The files after a power cut. Databases in WAL mode are synchronized when their log is written back, so any part of that log may be
 * missing, and what follows the part that is there may be anything.
 */
export const filesAfterPowerCut = (from: string, to: string, random: Random): void => {
  copyFiles(from, to, (name) => !name.endsWith('-shm'))
  for (const name of readdirSync(to).filter((name) => name.endsWith('-wal'))) {
    const path = join(to, name)
    const { size } = statSync(path)
    const kept = random.chance(0.3) ? size : random.integer(0, size)
    truncateSync(path, kept)
    // Blocks of the disk are written in any order: sometimes later ones are there, and some before them are not.
    if (kept < size && random.chance(0.5)) {
      const rest = readFileSync(join(from, name)).subarray(kept)
      const hole = Buffer.alloc(Math.min(rest.length, 4096 * random.integer(1, 4)))
      writeFileSync(path, Buffer.concat([readFileSync(path), hole, rest.subarray(hole.length)]))
    }
  }
}
