// `npm run cut-log`: gives a log of whole blocks a base. The command makes a log that keeps only what later blocks need of the
// blocks up to the base. It folds both logs up to the base, compares the models, and then replaces the old log. The service's models stay
// as they are. No node is needed. No service may be running on the same DATA_DIR.
import { mkdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Log } from '../../indexer/log/log.ts'
import { copyWithBase } from '../../indexer/log/log-base.ts'
import { openModelsForReading } from '../../projections/engine/file/models-database.ts'
import { modelsFile } from '../../projections/engine/file/models-files.ts'
import { foldLog } from '../../projections/engine/fold/fold-log.ts'
import { neededAt } from '../../projections/engine/fold/needed-at.ts'
import { atOnce } from '../../projections/engine/table/scan.ts'
import { launchpadModels } from '../../projections/launchpad-models.ts'
import { hasOwnSource } from '../../projections/own/own-models.ts'
import type { Settings } from '../../schema/config/settings.ts'
import { StartupError } from '../../schema/errors.ts'
import { lockDirectory } from '../../schema/platform/locks/lock-directory.ts'
import { openSqlite } from '../../schema/platform/sqlite.ts'
import { orStartupError } from '../../schema/platform/storage-error.ts'
import { formatPoint, parsePoint, SECURITY_PARAMETER } from '../../schema/primitives.ts'
import { syncFile } from '../backup/sync-file.ts'
import { Progress } from '../cli/progress.ts'
import { checkLog, cutLogPath, logPath } from '../service/settings/data-directory.ts'
import { storedData } from '../service/settings/stored-data.ts'

type Block = NonNullable<Log['end']>

/** @throws {StartupError} if the base cannot be at the requested block */
const baseIn = (log: Log, to: string | undefined): Block => {
  if (to === undefined)
    throw new StartupError('operations.json of this network names no base: give --to a slot or a block')
  const point = to.includes('.') ? parsePoint(to) : undefined
  const block = point === undefined ? log.lastAtOrBefore(Number(to)) : log.at(log.seqOf(point) ?? 0)
  if (block === undefined)
    throw new StartupError(`the log has no block ${to}: give --to another slot or block`)
  const { base, end } = log
  if (base?.digest != null && base.seq >= block.seq)
    throw new StartupError(
      `the base of the log is already at ${formatPoint(base)}: give --to a later slot or block`,
    )
  const depth = (end?.height ?? 0) - block.height
  if (depth < SECURITY_PARAMETER)
    throw new StartupError(
      `a fork may undo block ${formatPoint(block)}, which is ${depth} blocks deep: give --to a block at least ${SECURITY_PARAMETER} blocks before the end of the log`,
    )
  return block
}

/**
 * @param to slot, or slot and block id, of the base; by default the base of the network
 * @throws {StartupError} if there is no log, another process has locked DATA_DIR, the base cannot be there, or there is an own source
 * @throws {StorageError} if a file cannot be read or written; the log is unchanged
 */
export const cutLog = async (settings: Settings, to?: string): Promise<void> => {
  const { network, operations, ownModels, dataDir } = await storedData(settings)
  checkLog(dataDir)
  if (hasOwnSource(ownModels))
    throw new StartupError(
      'SOURCE reads whole blocks, and a log with a base keeps only parts: leave the log whole',
    )
  const release = lockDirectory(dataDir)
  const temporary = cutLogPath(dataDir)
  rmSync(temporary, { recursive: true, force: true })
  mkdirSync(temporary)
  const path = logPath(dataDir)
  const cut = join(temporary, 'log.db')
  try {
    // Fails while another program reads the log, so this must come before hours of work. Later readers do not hinder the end.
    endWal(path)
    const models = launchpadModels(network, operations, ownModels)
    const log = Log.openForReading(path, { network })
    const block = baseIn(log, to ?? operations.base)
    const { seq } = block
    const fold = (what: string, source: Log, number: number) => {
      const progress = new Progress(what)
      const file = modelsFile(temporary, number)
      const checkpoint = foldLog(models, { log: source, file, until: seq, onProgress: progress.show })
      progress.end()
      return { digest: checkpoint?.digest, file }
    }
    const whole = fold('folding the log', log, 1)
    const database = openModelsForReading(whole.file.path)
    const progress = new Progress('copying', 'rows')
    const needed = atOnce(database, neededAt(database, log))
    copyWithBase(path, { network, to: cut, seq, needed, onProgress: progress.show })
    progress.end()
    needed.close()
    database.close()
    const copy = Log.openForReading(cut, { network })
    const again = fold('folding the copy', copy, 2)
    const { base } = copy
    copy.close()
    log.close()
    if (again.digest !== whole.digest)
      throw new Error(`models at the base have digest ${whole.digest}, and those of the copy ${again.digest}`)
    endWal(cut)
    replaceLog(path, cut)
    console.log(JSON.stringify(base))
  } finally {
    rmSync(temporary, { recursive: true, force: true })
    release()
  }
}

/** SQLite must not read the old file's WAL with the new file. */
const endWal = (path: string): void =>
  orStartupError(path, 'log', () => {
    const database = openSqlite(path, { fileMustExist: true })
    database.pragma('journal_mode = DELETE')
    database.close()
  })

/** If the machine stops, the path has one of the two complete files. */
const replaceLog = (path: string, by: string): void => {
  syncFile(by)
  renameSync(by, path)
  syncFile(dirname(path))
}
