// The page's connections to the service: the typed client and the feed, both on the page's own origin.
export { dataOf, foundOf } from '../client/response.ts'

import { FeedClient } from '../client/feed-client.ts'
import { launchpadClient } from '../client/launchpad-client.ts'

/** This script lies two levels below the URL of the service, even behind a proxy that adds a prefix to all paths. */
export const BASE = new URL('..', import.meta.url).href.slice(0, -1)

/** Time limit of a request in ms. A launch sends an image of up to 5 MB. */
const TIMEOUT_MS = 15_000
const LAUNCH_TIMEOUT_MS = 120_000

export const client = launchpadClient(BASE, {
  fetch: (request: Request) =>
    fetch(request, {
      signal: AbortSignal.any([
        request.signal,
        AbortSignal.timeout(request.url.endsWith('/launch') ? LAUNCH_TIMEOUT_MS : TIMEOUT_MS),
      ]),
    }),
})
/** Shown prices look current until the client notices a dead connection, within 8 s. */
export const feed = new FeedClient(BASE, { longestWait: 5_000, silence: 8_000 })

const wake = (): void => {
  if (!document.hidden) feed.wake()
}
addEventListener('online', wake)
for (const event of ['visibilitychange', 'resume']) document.addEventListener(event, wake)
