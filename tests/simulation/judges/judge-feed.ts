// Judges of the feed and of responses while the chain grows and forks. They check the state of a client that follows every topic, the
// announced frames, and clients that read during the changes.
import { CLOSE_CODES } from '../../../schema/responses/feed.ts'
import { Finding } from '../../fuzz/finding.ts'
import { FeedFollower } from '../../harness/feed-follower.ts'
import type { ForkingChain } from '../forking-chain.ts'
import { Announcements } from './announcements.ts'
import { Readers } from './readers.ts'

/**
 * @param models path of the models' file
 * @param grow lets the chain grow or fork, until the models contain it
 * @throws {Finding} for the first wrong state or response
 */
export const judgeFeed = async (
  url: string,
  models: string,
  chain: ForkingChain,
  grow: (isFork: boolean) => Promise<void>,
): Promise<void> => {
  const closers: (() => void)[] = []
  const follower = new FeedFollower({ after: (close) => void closers.push(close) }, url)
  const announcements = new Announcements(url, models)
  closers.push(() => announcements.close())
  try {
    await follower.subscribe()
    await announcements.subscribe()
    await new Readers(url, chain.path).during(async () => {
      for (const isFork of [false, true]) await announcements.during(() => grow(isFork))
    })
    await follower.assertSameAsHttp()
    // Allowed: a commit with too many changes to list, such as a full block's, ends all connections.
    const loss = follower.losses.find((reason) => !reason.startsWith(`${CLOSE_CODES.replaced} `))
    if (loss !== undefined) throw new Finding('the feed loses no client', loss, chain.last)
  } finally {
    for (const close of closers) close()
  }
}
