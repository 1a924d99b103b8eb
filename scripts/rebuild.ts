// `npm run rebuild`: folds the log again into new models and puts them in the place of the old ones, which stay until
// all of the log was folded. Needs no node; the service must not be running on the same DATA_DIR.
import { existsSync } from 'node:fs'
import { Log } from '../indexer/log.ts'
import { dropModels, replaceModels } from '../projections/engine/models-database.ts'
import { StartupError } from '../schema/errors.ts'
import { lockDirectory, logPath, modelsPath } from './service/data-directory.ts'
import { foldLog } from './service/fold-log.ts'
import { folding } from './service/folding.ts'
import { Progress } from './service/progress.ts'
import { runCommand } from './service/run-command.ts'

await runCommand(async () => {
  const { network, operations, dataDir } = await folding()
  if (!existsSync(logPath(dataDir)))
    throw new StartupError(`there is no log in ${dataDir}: set DATA_DIR to the directory of one`)
  const release = lockDirectory(dataDir)
  const log = Log.openForReading(logPath(dataDir), { network })
  const beside = `${modelsPath(dataDir)}.rebuild`
  const progress = new Progress('rebuilding')
  try {
    const onProgress = (done: number, whole: number): void => progress.show(done, whole)
    const checkpoint = foldLog({ log, path: beside, network, operations, onProgress })
    replaceModels(modelsPath(dataDir), beside)
    console.log(JSON.stringify(checkpoint ?? null))
  } catch (error) {
    dropModels(beside)
    throw error
  } finally {
    progress.end()
    log.close()
    release()
  }
})
