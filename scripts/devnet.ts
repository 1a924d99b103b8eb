// `npm run devnet`: the devnet alone, behind its own Ogmios, until SIGINT or SIGTERM. What it makes is kept under
// DATA_DIR, so that the next start goes on with the same chain.
import { mkdirSync } from 'node:fs'
import { startDevnetInThread } from '../fixtures/devnet/devnet-thread.ts'
import { StartupError } from '../schema/errors.ts'
import { readSettings } from '../schema/settings.ts'
import { devnetBanner } from './service/banner.ts'
import { checkPort } from './service/check-port.ts'
import { dataDirOf, journalIn } from './service/network.ts'
import { DEVNET_RECORDING } from './service/node.ts'
import { runCommand } from './service/run-command.ts'

await runCommand(async () => {
  const { settings, words } = readSettings(process.env, process.argv.slice(2))
  if (words.length > 0) throw new StartupError(`"${words[0]}" is not a setting; write --name value`)
  const { OGMIOS_URL: _, CHAIN_FILE: __, ...rest } = settings
  const own = { ...rest, NETWORK: 'devnet' }
  const port = Number(own.DEVNET_PORT)
  await checkPort(own.HOST, port, 'DEVNET_PORT')
  mkdirSync(dataDirOf(own), { recursive: true })
  const devnet = await startDevnetInThread({
    recording: DEVNET_RECORDING,
    journal: journalIn(own.DATA_DIR),
    host: own.HOST,
    port,
  })
  console.log(devnetBanner(devnet))
  const asked = new Promise<undefined>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => resolve(undefined))
  })
  const failure = await Promise.race([asked, devnet.ended])
  if (failure !== undefined) throw failure
  await devnet.close()
})
