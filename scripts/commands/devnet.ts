// `npm run devnet`: only the devnet with its Ogmios, until SIGINT or SIGTERM. DATA_DIR keeps its blocks, so the next start continues the
// same chain.
import type { Settings } from '../../schema/config/settings.ts'
import { devnetBanner } from '../cli/banner.ts'
import { endRequests } from '../cli/end-requests.ts'
import { startDevnet } from '../service/own-devnet.ts'

/** @throws {StartupError} if its port or directory cannot be used */
export const devnet = async (settings: Settings): Promise<void> => {
  const requests = endRequests()
  const { ended, close, ...report } = await startDevnet(settings, settings.HOST)
  console.log(devnetBanner(report))
  const failure = await Promise.race([requests.next(), ended])
  if (failure !== undefined) throw failure
  await close()
  process.exit(0)
}
