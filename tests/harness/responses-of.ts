// Responses of a service at its block, for tests in which several services must give the same responses.
import type { WatchedService } from './watched-service.ts'

const PATHS = ['/v1/pools-main-page/koth', '/v1/orders-feed/latest', '/v1/trades', '/v1/blocks/latest']

export const responsesOf = async (service: WatchedService) => {
  const { models, digest } = await service.status()
  const responses = PATHS.map(async (path) => {
    const response = await fetch(`${service.url}${path}`)
    const [slot, block] = ['X-Indexed-Slot', 'X-Indexed-Block'].map((name) => response.headers.get(name))
    return { status: response.status, slot, block, body: await response.text() }
  })
  return { models, digest, responses: await Promise.all(responses) }
}
