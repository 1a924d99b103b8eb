// The page's connections to the service: the typed client and the feed, both on the page's own origin.
import { FeedClient } from '../../client/feed-client.ts'
import { launchpadClient } from '../../client/launchpad-client.ts'

export const client = launchpadClient(location.origin)
export const feed = new FeedClient(location.origin, { longestWait: 5_000 })
