// The feed on a live devnet that forks: a client that applied frames alone to what it fetched once holds what HTTP says.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EVENT_OF, TOPICS } from '../schema/feed.ts'
import { seedOf } from './testing/begin.ts'
import { FeedFollower } from './testing/feed-follower.ts'
import { foldedRecording } from './testing/folded-recording.ts'
import { startGrowingDevnet } from './testing/growing-devnet.ts'
import { startOnDevnet, untilAt } from './testing/recorded-devnet.ts'

const BLOCKS = 200

test('whoever applies frames alone holds what HTTP says, through 200 blocks with forks', async (t) => {
  const devnet = await startGrowingDevnet(t, seedOf(t))
  const service = await startOnDevnet(t, {
    OGMIOS_URL: devnet.url,
    DATA_DIR: (await foldedRecording(t)).dataDir,
    FEED_CONFLATE: '20',
    FEED_SUBSCRIPTIONS: '1000',
    FEED_MESSAGES: '1000/1000',
  })
  await untilAt(service, devnet.chain)
  const follower = new FeedFollower(t, service.url)
  await follower.subscribe()

  await devnet.grow(BLOCKS, () => untilAt(service, devnet.chain))
  await untilAt(service, devnet.chain)
  await follower.assertSameAsHttp()
  assert.deepEqual(follower.losses, [])
  const events = TOPICS.map((topic) => EVENT_OF[topic])
  assert.deepEqual(
    events.filter((event) => !follower.events.has(event)),
    [],
  )
})
