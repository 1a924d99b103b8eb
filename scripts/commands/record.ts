// `npm run record -- FILE`: writes an Ogmios server's blocks into a chain file. It records from START_POINT, or the start in the network's
// documents, up to the tip at the beginning of the recording. Blocks are kept byte for byte.

import type { Settings } from '../../schema/config/settings.ts'
import { StartupError } from '../../schema/errors.ts'
import { parsePoint } from '../../schema/primitives.ts'
import { Progress } from '../cli/progress.ts'
import { loadStartPoint } from '../service/settings/configs.ts'
import { networkOf } from '../service/settings/network.ts'
import { recordChain } from './record-chain.ts'

/** @throws {StartupError} if no node is set, or recording fails */
export const record = async (settings: Settings, path: string): Promise<void> => {
  const { OGMIOS_URL, START_POINT } = settings
  if (OGMIOS_URL === undefined) throw new StartupError('set OGMIOS_URL to the Ogmios to record')
  const network = networkOf(settings)
  const start = parsePoint(START_POINT ?? loadStartPoint(settings, network))
  const progress = new Progress('recording')
  const tip = await recordChain({ url: OGMIOS_URL, network, start, path, onProgress: progress.show })
  progress.end()
  console.log(JSON.stringify(tip))
}
