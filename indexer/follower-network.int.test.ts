// The follower and its network. The follower stops if the node is on another network or if the network was reset.
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { buildChain } from '../devnet/chain/build-block.ts'
import { MethodError } from '../devnet/ogmios/methods.ts'
import type { OgmiosServerOptions } from '../devnet/ogmios/ogmios-server.ts'
import { Log } from './log/log.ts'
import { type FollowingOptions, followed, serve, startFollowing, untilProblem } from './testing/following.ts'

const BEGAN = Date.UTC(2026, 0, 2, 3, 4, 5)

const followDevnet = async (
  t: TestContext,
  server: Partial<OgmiosServerOptions>,
  options: Partial<FollowingOptions> = {},
) => {
  const served = await serve(t, buildChain(5), { network: 'devnet', ...server })
  const log = Log.open(':memory:', { network: 'devnet', start: 'origin' })
  return { ...served, ...startFollowing(t, { url: served.url, network: 'devnet', log, ...options }) }
}

test('a devnet that began when it is thought to have is followed', async (t) => {
  const following = await followDevnet(t, { networkStart: BEGAN }, { networkStart: BEGAN })
  await followed(following, following.chain)
})

test('a devnet that was restarted is not followed', async (t) => {
  const following = await followDevnet(t, { networkStart: BEGAN + 1000 }, { networkStart: BEGAN })
  await untilProblem(following, 'the devnet was restarted at 2026-01-02T03:04:06.000Z: restart the service')
  assert.equal(following.log.lastSeq, 0)
})

test('a devnet that does not say when it began is asked again', async (t) => {
  const answers = [
    () => {
      throw new MethodError(-32_601, 'Not now.')
    },
    () => '"never"',
    () => JSON.stringify(new Date(BEGAN)),
  ]
  const following = await followDevnet(
    t,
    { methods: () => [{ 'queryNetwork/startTime': () => (answers.shift() ?? assert.fail())() }] },
    { networkStart: BEGAN },
  )
  await followed(following, following.chain)
  assert.deepEqual(
    following.statuses
      .flatMap(({ problem }) => problem ?? [])
      .filter((problem, at, all) => problem !== all[at - 1]),
    [
      'Ogmios does not report the start of the network (Not now.)',
      'Ogmios does not report the start of the network',
    ],
  )
})

test('neither silence nor a lost link keeps it waiting for the answer', async (t) => {
  let asked = (): void => {}
  const silence = {
    'queryNetwork/startTime': () => {
      asked()
      return new Promise<string>(() => {})
    },
  }
  const methods = () => [silence]
  const silent = await followDevnet(t, { methods }, { networkStart: BEGAN, timing: { timeout: 100 } })
  await untilProblem(silent, 'Ogmios did not answer within 0.1 s')
  await silent.stop()
  const cut = await followDevnet(t, { methods }, { networkStart: BEGAN, timing: { timeout: 60_000 } })
  await new Promise<void>((resolve) => {
    asked = resolve
  })
  cut.faults.dropConnections()
  await untilProblem(cut, 'the connection to Ogmios closed (code 1006)')
})
