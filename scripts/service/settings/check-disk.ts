// Warns about a data directory in memory: a restart of the machine would lose the log, and the log's size counts as memory.
import { existsSync, statfsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Logger } from 'pino'

/** Numbers of statfs(2): tmpfs and ramfs. */
const IN_MEMORY: readonly number[] = [0x01021994, 0x858458f6]

const typeOf = (path: string): number => statfsSync(path).type

/** @param directory a directory, which need not exist yet */
export const checkDisk = (directory: string, logger: Logger, type = typeOf): void => {
  let path = resolve(directory)
  while (!existsSync(path)) path = dirname(path)
  if (IN_MEMORY.includes(type(path)))
    logger.warn(
      { dataDir: directory },
      'DATA_DIR is in a tmpfs, which uses memory and loses its data when the machine restarts: use a directory on a disk',
    )
}
