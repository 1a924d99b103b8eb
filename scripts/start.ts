// `npm start`: the indexer and the API, until SIGINT or SIGTERM.

import { StartupError } from '../schema/errors.ts'
import { readSettings } from '../schema/settings.ts'
import { runCommand } from './service/run-command.ts'
import { startService } from './service/service.ts'

await runCommand(async () => {
  const { settings, words } = readSettings(process.env, process.argv.slice(2))
  if (words.length > 0) throw new StartupError(`"${words[0]}" is not a setting; write --name value`)
  const service = await startService(settings)
  if (service.banner !== undefined) console.log(service.banner)
  const asked = new Promise<undefined>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => resolve(undefined))
  })
  const failure = await Promise.race([asked, service.failed])
  await service.close()
  if (failure !== undefined) throw failure
  process.exit(0)
})
