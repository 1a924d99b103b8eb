// `npm start`: the indexer and the API, until SIGINT or SIGTERM.
import { setTimeout as sleep } from 'node:timers/promises'
import { commandSettings } from './service/command-settings.ts'
import { runCommand } from './service/run-command.ts'
import { startService } from './service/service.ts'
import { untilAsked } from './service/until-asked.ts'

/** Milliseconds between two looks whether the service is ready. */
const LOOK = 200

const untilReady = async (url: string): Promise<undefined> => {
  while ((await fetch(`${url}/readyz`)).status !== 200) await sleep(LOOK)
}

await runCommand(async () => {
  const service = await startService(commandSettings())
  const ending = Promise.race([untilAsked(), service.failed])
  if (service.banner !== undefined) {
    const { banner } = service
    // What it says to try works only when the models are there.
    void untilReady(service.url).then(() => console.log(banner))
  }
  const failure = await ending
  await service.close()
  if (failure !== undefined) throw failure
  process.exit(0)
})
