// `npm run rebuild`: drops the read models and folds them again from the log. Needs no node; the service must not
// be running on the same DATA_DIR.
import { existsSync } from 'node:fs'
import { dropModels } from '../projections/engine/models-database.ts'
import { StartupError } from '../schema/errors.ts'
import { parsePoint } from '../schema/primitives.ts'
import { readSettings } from '../schema/settings.ts'
import { loadConfigs, networkOf } from './service/configs.ts'
import { Indexer, logPath, modelsPath } from './service/indexer.ts'
import { createLogger } from './service/logger.ts'
import { Progress } from './service/progress.ts'
import { runCommand } from './service/run-command.ts'

await runCommand(async () => {
  const { settings } = readSettings(process.env, process.argv.slice(2))
  const network = networkOf(settings)
  const { operations } = loadConfigs(settings, network)
  const { DATA_DIR, START_POINT, LOG_LEVEL } = settings
  if (!existsSync(logPath(DATA_DIR)))
    throw new StartupError(`there is no log in ${DATA_DIR}: set DATA_DIR to the directory of one`)
  const indexer = new Indexer({
    dataDir: DATA_DIR,
    network,
    start: parsePoint(START_POINT ?? operations.startPoint),
    operations,
    logger: createLogger(LOG_LEVEL === 'info' ? 'warn' : LOG_LEVEL),
    // The log is open, and with it locked, before anything is dropped.
    beforeModels: () => dropModels(modelsPath(DATA_DIR)),
  })
  const progress = new Progress('rebuilding')
  await indexer.catchUp((done, whole) => progress.show(done, whole))
  progress.end()
  console.log(JSON.stringify(indexer.checkpoint ?? null))
  indexer.close()
})
