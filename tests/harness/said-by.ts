// Answers of a service at its block, for tests in which several services must give the same answers.
import type { WatchedService } from './watched-service.ts'

const PATHS = ['/v1/pools-main-page/koth', '/v1/pools-main-page/latest-trades']

export const saidBy = async (service: WatchedService) => {
  const { models, digest } = await service.status()
  const answers = PATHS.map(async (path) => {
    const answer = await fetch(`${service.url}${path}`)
    const [slot, block] = ['X-Indexed-Slot', 'X-Indexed-Block'].map((name) => answer.headers.get(name))
    return { status: answer.status, slot, block, body: await answer.text() }
  })
  return { models, digest, answers: await Promise.all(answers) }
}
