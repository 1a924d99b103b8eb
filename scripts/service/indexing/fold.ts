// The part that folds: folds the log's new blocks, which the follower appends, into the models.
import { Log } from '../../../indexer/log/log.ts'
import { ReducingLog } from '../../../indexer/log/log-base.ts'
import { ModelsFolding } from '../../../projections/engine/fold/models-folding.ts'
import { MovingBase } from '../../../projections/engine/fold/moving-base.ts'
import { launchpadModels } from '../../../projections/launchpad-models.ts'
import { startReporting } from '../../../projections/status/reporting.ts'
import { orStartupError } from '../../../schema/platform/storage-error.ts'
import { compareRounds } from '../comparing.ts'
import { logPath, modelsPath } from '../settings/data-directory.ts'
import { createLogger } from '../settings/logger.ts'
import type { OpenPart } from './part.ts'
import type { IndexerTask } from './start-indexing.ts'

export const open: OpenPart<IndexerTask> = (task, unwritten) => {
  const { dataDir: directory, network, operations, ownModels, logLevel } = task
  const logger = createLogger(logLevel)
  const log = Log.openForReading(logPath(directory), { network })
  const models = launchpadModels(network, operations, ownModels)
  const reducing = ReducingLog.open(log.path, network)
  const base = reducing && new MovingBase(reducing, log)
  const options = { ...models, directory, log, base, logger }
  const folding = orStartupError(modelsPath(directory), 'models', () => new ModelsFolding(options))
  const report = () => ({ folding: folding.report })
  const reports = startReporting({ directory, report, unwritten })
  folding.on('report', reports.write)
  const endRounds = compareRounds({
    task: { directory, network, operations, ownModels, logPath: log.path },
    isDue: () => folding.isComparable,
    onRound: (damage, seconds) => folding.compared(damage, seconds),
    logger,
    rounds: task.rounds,
  })
  return {
    run: () => folding.run(),
    failed: new Promise((resolve) => folding.once('failed', resolve)),
    async end() {
      await endRounds()
      await folding.stop()
      reports.close()
      folding.close()
      reducing?.close()
      log.close()
    },
  }
}
