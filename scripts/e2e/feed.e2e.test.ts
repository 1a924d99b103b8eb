// The feed on a live devnet that forks: a client that applied frames alone to what it fetched once holds what HTTP says.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seedOf } from '../../fixtures/testing/random-runs.ts'
import { EVENT_OF, TOPICS } from '../../schema/answers/feed.ts'
import { FeedFollower, FOLLOWED_FEED } from '../testing/feed-follower.ts'
import { foldedRecording } from '../testing/folded-recording.ts'
import { startGrowingDevnet } from '../testing/growing-devnet.ts'
import { startOnDevnet, untilAt } from '../testing/recorded-devnet.ts'

const BLOCKS = 120

/** Times a quarter more of them are made, at most, until every topic has had a frame. */
const MOST_MORE = 20

test('whoever applies frames alone holds what HTTP says, through 120 blocks with forks', async (t) => {
  const devnet = await startGrowingDevnet(t, seedOf(t))
  const service = await startOnDevnet(t, {
    OGMIOS_URL: devnet.url,
    DATA_DIR: (await foldedRecording(t)).dataDir,
    ...FOLLOWED_FEED,
  })
  await untilAt(service, devnet.chain)
  const follower = new FeedFollower(t, service.url)
  await follower.subscribe()

  const untilFolded = () => untilAt(service, devnet.chain)
  await devnet.grow(BLOCKS, untilFolded)
  const events = TOPICS.map((topic) => EVENT_OF[topic])
  const unseen = () => events.filter((event) => !follower.events.has(event))
  // What the actors did not come to do.
  for (let more = 0; more < MOST_MORE && unseen().length > 0; more++)
    await devnet.grow(BLOCKS / 4, untilFolded)
  await untilFolded()
  await follower.assertSameAsHttp()
  assert.deepEqual(follower.losses, [])
  assert.deepEqual(unseen(), [])
})
