// Starts a follower for tests with short waits, a log in memory or in a file, and a server, and collects the follower's reports.
import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import type { Chain } from '../../devnet/chain/chain.ts'
import type { ChainBlock } from '../../devnet/chain/chain-block.ts'
import type { OgmiosServerOptions } from '../../devnet/ogmios/ogmios-server.ts'
import { serveChain } from '../../devnet/testing/test-server.ts'
import type { Point } from '../../schema/primitives.ts'
import { silent } from '../../tests/kit/silent.ts'
import { Follower, type FollowerOptions, type FollowerStatus, type FollowerTiming } from '../follower.ts'
import { type Appended, Log } from '../log/log.ts'

/** Waits in ms, and time limits that even a busy machine does not reach. */
const SHORT: FollowerTiming = {
  timeout: 60_000,
  retry: 5,
  longestRetry: 20,
  silence: 60_000,
  stall: 60_000,
  gather: 2,
}

export interface Following {
  readonly follower: Follower
  readonly log: Log
  /** Each status differs from the one before. */
  readonly statuses: FollowerStatus[]
  readonly appended: Appended[]
  readonly ended: Promise<void>
  /** `holds` is called after every append and change of status. */
  until(holds: () => boolean): Promise<void>
  reached(point: Point | 'origin'): Promise<void>
  ids(): string[]
  stop(): Promise<void>
}

export interface FollowingOptions extends Partial<FollowerOptions> {
  readonly url: string
  readonly onAppended?: (entries: readonly Appended[]) => void
  readonly path?: string
  readonly start?: Point | 'origin'
}

export const startFollowing = (t: Pick<TestContext, 'after'>, options: FollowingOptions): Following => {
  const { path = ':memory:', start = 'origin', timing, onAppended, ...others } = options
  const log = others.log ?? Log.open(path, { network: 'preprod', start })
  const statuses: FollowerStatus[] = []
  const appended: Appended[] = []
  let notify = (): void => {}
  const follower = new Follower({
    network: 'preprod',
    random: () => 0.5,
    logger: silent,
    ...others,
    log,
    timing: { ...SHORT, ...timing },
  })
  follower.on('appended', (entries) => {
    appended.push(...entries)
    onAppended?.(entries)
  })
  follower.on('report', () => {
    const { status } = follower
    const last = statuses.at(-1)
    if (last?.state !== status.state || last.problem !== status.problem) statuses.push(status)
    notify()
  })
  const ended = follower.run()
  const settled = ended.then(
    () => notify(),
    () => notify(),
  )
  t.after(async () => {
    follower.stop()
    await settled
    log.close()
  })
  const until = async (holds: () => boolean): Promise<void> => {
    while (!holds())
      await new Promise<void>((resolve) => {
        notify = resolve
      })
  }
  return {
    follower,
    log,
    statuses,
    appended,
    ended,
    until,
    reached: (point) => until(() => (point === 'origin' ? log.end === undefined : log.end?.id === point.id)),
    stop: () => {
      follower.stop()
      return ended
    },
    ids: () =>
      [...log.blocksAfter(0, 1e9)].flatMap((entry) =>
        entry.kind === 'forward' ? [entry.block.point.id] : [],
      ),
  }
}

export const serve = (
  t: Pick<TestContext, 'after'>,
  blocks: readonly ChainBlock[] | Chain,
  options: Partial<OgmiosServerOptions> = {},
) => serveChain(t, blocks, { network: 'preprod', ...options })

export const serveAndFollow = async (
  t: Pick<TestContext, 'after'>,
  blocks: readonly ChainBlock[],
  options: Partial<FollowingOptions> & { readonly server?: Partial<OgmiosServerOptions> } = {},
) => {
  const { server: serverOptions, ...followingOptions } = options
  const served = await serve(t, blocks, serverOptions)
  const following = startFollowing(t, { url: served.url, ...followingOptions })
  await following.reached(served.chain.tipPoint)
  await untilFollowing(following)
  return { ...served, ...following }
}

export const idsOf = (chain: Chain): string[] => Array.from(chain, ({ point }) => point.id)

export const isFollowing = ({ follower }: Pick<Following, 'follower'>): boolean =>
  follower.status.state === 'following' && follower.status.problem === null

export const untilFollowing = (following: Following): Promise<void> =>
  following.until(() => isFollowing(following))

/** Waits until the log has the blocks of the chain after its first `skipped`, and no others, and the follower says that it follows. */
export const followed = async (following: Following, chain: Chain, skipped = 0): Promise<void> => {
  await following.reached(chain.tipPoint)
  await untilFollowing(following)
  assert.deepEqual(following.ids(), idsOf(chain).slice(skipped))
}

export const untilProblem = (following: Following, problem: string | RegExp): Promise<void> =>
  following.until(() =>
    following.statuses.some(
      (status) =>
        status.problem !== null &&
        (typeof problem === 'string' ? status.problem === problem : problem.test(status.problem)),
    ),
  )
