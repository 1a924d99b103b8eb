// A block with content that this version does not know. Following stops before it, and a later version continues without a gap.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { buildChain } from '../devnet/chain/build-block.ts'
import type { ChainBlock } from '../devnet/chain/chain-block.ts'
import { payment } from '../devnet/chain/odd-blocks.ts'
import { temporaryDirectory } from '../tests/kit/temporary-directory.ts'
import { followed, serve, startFollowing } from './testing/following.ts'

const LENGTH = 250

/** The first block with unknown content is in the middle of a batch. */
const KNOWN = 137

const chainOf = (length = LENGTH): ChainBlock[] => buildChain(length, { transactions: () => [payment()] })

const changed = (from: string, to: string): ChainBlock[] =>
  chainOf().map((block, index) =>
    index < KNOWN ? block : { ...block, json: Buffer.from(block.json.toString().replace(from, to)) },
  )

const CHANGES = {
  'the era "euler"': ['"era":"conway"', '"era":"euler"'],
  'the type "leios"': ['"type":"praos"', '"type":"leios"'],
  'the member "endorsers" of the block': ['"size":', '"endorsers":[],"size":'],
  'the member "unheard" of the transaction': ['"spends":', '"unheard":[],"spends":'],
  'the member "unheard" of the output': ['"value":', '"unheard":1,"value":'],
} as const

for (const [what, [from, to]] of Object.entries(CHANGES))
  test(`it stops before a block with ${what}, whatever comes after, and continues after the upgrade`, async (t) => {
    const path = join(temporaryDirectory(t), 'log.db')
    const { chain, url, server } = await serve(t, changed(from, to))
    const following = startFollowing(t, { url, path })
    await following.until(() => following.follower.status.state === 'stopped')
    const unknown = chain.at(KNOWN) ?? assert.fail()
    const { id, slot } = unknown.point
    const { state, problem, logEnd, upgrade } = following.follower.report
    assert.deepEqual(
      [state, upgrade, problem, logEnd?.id],
      [
        'stopped',
        'needed',
        `this version does not know ${what}, which block ${id} (height ${KNOWN}, slot ${slot}) has: upgrade this service. The log ends before the block, and is continued after the upgrade`,
        chain.at(KNOWN - 1)?.point.id,
      ],
    )
    assert.equal(following.follower.report.counts?.connections, 1)
    await following.stop()
    await server.close()
    following.log.close()

    // The same chain without the content stands for a version that knows it.
    const known = await serve(t, chainOf())
    const upgraded = startFollowing(t, { url: known.url, path })
    await followed(upgraded, known.chain)
    assert.equal(upgraded.log.lastSeq, LENGTH)
    assert.equal(upgraded.follower.report.upgrade, 'none')
  })

test('a chain that the network leaves again is left after the upgrade, across the first unknown block', async (t) => {
  const path = join(temporaryDirectory(t), 'log.db')
  const unknown = await serve(t, changed('"era":"conway"', '"era":"euler"'))
  const following = startFollowing(t, { url: unknown.url, path })
  await following.until(() => following.follower.status.state === 'stopped')
  await following.stop()
  following.log.close()
  const trunk = chainOf(KNOWN - 20)
  const fork = [...trunk, ...buildChain(60, { salt: 'other', parent: trunk.at(-1) ?? 'genesis' })]
  const served = await serve(t, fork)
  const upgraded = startFollowing(t, { url: served.url, path })
  await followed(upgraded, served.chain)
})
