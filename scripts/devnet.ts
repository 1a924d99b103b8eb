// `npm run devnet`: the devnet alone, behind its own Ogmios, until SIGINT or SIGTERM. What it makes is kept under
// DATA_DIR, so that the next start continues the same chain.
import { devnetBanner } from './service/banner.ts'
import { commandSettings } from './service/command-settings.ts'
import { endRequests } from './service/end-requests.ts'
import { startDevnet } from './service/own-devnet.ts'
import { runCommand } from './service/run-command.ts'

await runCommand(async () => {
  const requests = endRequests()
  const settings = commandSettings()
  const devnet = await startDevnet(settings, settings.HOST)
  console.log(devnetBanner(devnet))
  const failure = await Promise.race([requests.next(), devnet.ended])
  if (failure !== undefined) throw failure
  await devnet.close()
  process.exit(0)
})
