// `npm run devnet`: the devnet alone, behind its own Ogmios, until SIGINT or SIGTERM. Its blocks are kept under DATA_DIR, so
// that the next start continues the same chain.
import type { Settings } from '../../schema/config/settings.ts'
import { devnetBanner } from '../cli/banner.ts'
import { endRequests } from '../cli/end-requests.ts'
import { startDevnet } from '../service/own-devnet.ts'

/** @throws {StartupError} when its port or its directory is not usable */
export const devnet = async (settings: Settings): Promise<void> => {
  const requests = endRequests()
  const { ended, close, ...report } = await startDevnet(settings, settings.HOST)
  console.log(devnetBanner(report))
  const failure = await Promise.race([requests.next(), ended])
  if (failure !== undefined) throw failure
  await close()
  process.exit(0)
}
