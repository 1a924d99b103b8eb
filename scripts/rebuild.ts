// `npm run rebuild`: drops the read models and folds them again from the log. Needs no node; the service must not
// be running on the same DATA_DIR.
import { existsSync } from 'node:fs'
import { dropModels } from '../projections/engine/models-database.ts'
import { StartupError } from '../schema/errors.ts'
import { parsePoint } from '../schema/primitives.ts'
import { folding } from './service/folding.ts'
import { Indexer, logPath, modelsPath } from './service/indexer.ts'
import { createLogger } from './service/logger.ts'
import { Progress } from './service/progress.ts'
import { runCommand } from './service/run-command.ts'

await runCommand(async () => {
  const { settings, network, operations, dataDir } = await folding()
  const { START_POINT, LOG_LEVEL } = settings
  if (!existsSync(logPath(dataDir)))
    throw new StartupError(`there is no log in ${dataDir}: set DATA_DIR to the directory of one`)
  const indexer = new Indexer({
    dataDir,
    network,
    start: parsePoint(START_POINT ?? operations.startPoint),
    operations,
    logger: createLogger(LOG_LEVEL === 'info' ? 'warn' : LOG_LEVEL),
    // The log is open, and with it locked, before anything is dropped.
    beforeModels: () => dropModels(modelsPath(dataDir)),
  })
  const progress = new Progress('rebuilding')
  await indexer.catchUp((done, whole) => progress.show(done, whole))
  progress.end()
  console.log(JSON.stringify(indexer.checkpoint ?? null))
  indexer.close()
})
