// Logs at a first start how much memory and disk the service expects, and how much the machine has. docs/operate/requirements.md explains
// the figures, and a test compares that document with this file.
import { existsSync, statfsSync } from 'node:fs'
import { totalmem } from 'node:os'
import { dirname, resolve } from 'node:path'
import type { Logger } from 'pino'
import type { Network } from '../../../schema/primitives.ts'
import { logPath } from './data-directory.ts'

/** Room in megabytes. */
interface Room {
  readonly disk: number
  readonly memory: number
}

/**
 * `snapshotDisk` is the minimum disk for a start from a snapshot. A devnet's disk is enough for a day. Other networks were not measured.
 */
export const LEAST_ROOM: Partial<Readonly<Record<Network, Room & { readonly snapshotDisk?: number }>>> = {
  mainnet: { disk: 45_000, memory: 2_000, snapshotDisk: 65_000 },
  devnet: { disk: 300, memory: 400 },
}

/** The memory is that of the machine or container. The directory need not exist yet. */
const roomAt = (directory: string): Room => {
  let path = resolve(directory)
  while (!existsSync(path)) path = dirname(path)
  const { bavail, bsize } = statfsSync(path)
  // Without a limit, Node returns 0 or far more than the machine has.
  const limit = process.constrainedMemory() || Number.POSITIVE_INFINITY
  return { disk: (bavail * bsize) / 1e6, memory: Math.min(totalmem(), limit) / 1e6 }
}

export const sizeText = (megabytes: number): string =>
  megabytes < 1_000 ? `${Math.floor(megabytes)} MB` : `${Math.floor(megabytes / 1_000)} GB`

/** Logs only if the directory has no log yet. */
export const sayRoom = (
  network: Network,
  isFromSnapshot: boolean,
  dataDir: string,
  logger: Logger,
  room = roomAt,
): void => {
  const least = LEAST_ROOM[network]
  if (least === undefined || existsSync(logPath(dataDir))) return
  const { memory, disk: plain, snapshotDisk = plain } = least
  const disk = isFromSnapshot ? snapshotDisk : plain
  const there = room(dataDir)
  const lacking = [...(there.disk < disk ? ['disk'] : []), ...(there.memory < memory ? ['memory'] : [])]
  const text =
    `a first start on ${network} expects ${sizeText(disk)} of disk and ${sizeText(memory)} of memory; ` +
    `there are ${sizeText(there.disk)} free in DATA_DIR and ${sizeText(there.memory)} of memory`
  if (lacking.length === 0) logger.info({ dataDir }, text)
  else
    logger.warn({ dataDir }, `${text}: too little ${lacking.join(' and ')}, see docs/operate/requirements.md`)
}
