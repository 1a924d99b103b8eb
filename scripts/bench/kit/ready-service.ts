// A service in a process of its own that stands at the tip of its node's chain, and a token there to ask for.
import { openModelsForReading } from '../../../projections/engine/file/models-database.ts'
import { modelsPath } from '../../service/settings/data-directory.ts'
import { type ServiceProcess, startServiceProcess, untilReady } from '../../testing/service-process.ts'

/** @param url of a node on the devnet */
export const startReady = async (url: string, dataDir: string): Promise<ServiceProcess> => {
  const service = await startServiceProcess({
    OGMIOS_URL: url,
    NETWORK: 'devnet',
    DATA_DIR: dataDir,
    // The recording is as old as it is.
    MAX_TIP_AGE: '999999999999',
    LOG_LEVEL: 'info',
  })
  await untilReady(service)
  return service
}

/** The token that was traded most. */
export const tokenIn = (dataDir: string): string => {
  const models = openModelsForReading(modelsPath(dataDir))
  const token = models.prepare('SELECT token FROM pools ORDER BY trades DESC LIMIT 1').pluck().get()
  models.close()
  return String(token)
}
