// `npm start`: the indexer and the API, until SIGINT or SIGTERM.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Settings } from '../schema/settings.ts'
import { endRequests } from './service/end-requests.ts'
import { startService } from './service/service.ts'

/** Milliseconds between two looks whether the service is ready. */
const LOOK = 200

/** @throws {StartupError} when the service cannot start */
export const start = async (settings: Settings): Promise<void> => {
  const requests = endRequests()
  const service = await startService(settings)
  let isOver = false
  const ending = Promise.race([requests.next(), service.failed]).finally(() => {
    isOver = true
  })
  if (service.banner !== undefined) {
    // What it says to try works only when the models are there.
    while (!isOver && !service.isReady()) await Promise.race([sleep(LOOK), ending])
    if (!isOver) console.log(service.banner)
  }
  const failure = await ending
  await service.close()
  if (failure !== undefined) throw failure
  process.exit(0)
}
