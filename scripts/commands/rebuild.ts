// `npm run rebuild`: folds the log again into new models. They replace the old models when the whole log is folded. Needs no node. No
// service may be running on the same DATA_DIR.
import { Log } from '../../indexer/log/log.ts'
import { deleteModels, modelsFile, modelsFiles } from '../../projections/engine/file/models-files.ts'
import { unfinishedModels } from '../../projections/engine/file/serving-models.ts'
import { foldLog } from '../../projections/engine/fold/fold-log.ts'
import { launchpadModels } from '../../projections/launchpad-models.ts'
import type { Settings } from '../../schema/config/settings.ts'
import { lockDirectory } from '../../schema/platform/locks/lock-directory.ts'
import { Progress } from '../cli/progress.ts'
import { checkLog, logPath } from '../service/settings/data-directory.ts'
import { storedData } from '../service/settings/stored-data.ts'

/** @throws {StartupError} if there is no log, or another process has locked DATA_DIR */
export const rebuild = async (settings: Settings): Promise<void> => {
  const { network, operations, ownModels, dataDir } = await storedData(settings)
  checkLog(dataDir)
  const release = lockDirectory(dataDir)
  const log = Log.openForReading(logPath(dataDir), { network })
  // Killed rebuilds would fill the disk.
  for (const each of unfinishedModels(dataDir)) deleteModels(each)
  const old = modelsFiles(dataDir)
  const file = modelsFile(dataDir, (old.at(-1)?.number ?? 0) + 1)
  const progress = new Progress('rebuilding')
  try {
    const models = launchpadModels(network, operations, ownModels)
    const checkpoint = foldLog(models, { log, file, onProgress: progress.show })
    for (const each of old) deleteModels(each)
    console.log(JSON.stringify(checkpoint ?? null))
  } catch (error) {
    deleteModels(file)
    throw error
  } finally {
    progress.end()
    log.close()
    release()
  }
}
