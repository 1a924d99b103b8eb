// `npm run devnet`: the devnet alone, behind its own Ogmios, until SIGINT or SIGTERM. What it makes is kept under
// DATA_DIR, so that the next start goes on with the same chain.
import { readSettings } from '../schema/settings.ts'
import { devnetBanner } from './service/banner.ts'
import { startDevnet } from './service/own-devnet.ts'
import { refuseWords } from './service/refuse-words.ts'
import { runCommand } from './service/run-command.ts'
import { untilAsked } from './service/until-asked.ts'

await runCommand(async () => {
  const { settings, words } = readSettings(process.env, process.argv.slice(2))
  refuseWords(words)
  const devnet = await startDevnet(settings, settings.HOST)
  console.log(devnetBanner(devnet))
  const failure = await Promise.race([untilAsked(), devnet.ended])
  if (failure !== undefined) throw failure
  await devnet.close()
  process.exit(0)
})
