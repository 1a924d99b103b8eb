// Tests that an operator sees whether publishing works, its newest published block, and the reason if it fails.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { startServedChain } from '../harness/served-chain.ts'
import { startWatched } from '../harness/watched-service.ts'
import { smallDisk } from '../kit/small-disk.ts'
import { temporaryDirectory } from '../kit/temporary-directory.ts'

test('a service that publishes says how far, one that does not says null', async (t) => {
  const { world, follow } = await startServedChain(t)
  const publishing = { PUBLISH_DIR: temporaryDirectory(t) }
  const first = await startWatched(t, follow, publishing)
  await first.until('the published tip', ({ publishing }) => publishing?.published?.id === world.tip.point.id)
  world.grow(3)
  const { publishing: state } = await first.until(
    'the next published tip',
    ({ publishing }) => publishing?.published?.id === world.tip.point.id,
  )
  const { point, height } = world.tip
  assert.deepEqual(state, { state: 'publishing', problem: null, published: { ...point, height }, lag: 0 })
  await first.close()
  const second = await startWatched(t, follow)
  assert.equal((await second.untilAtTip(world)).publishing, null)
})

test('a full disk of the published models is a problem in the status, until there is room', async (t) => {
  const disk = smallDisk(t, 4 * 1024 * 1024)
  if (disk === undefined) return t.skip('needs root, to mount a disk of its own')
  const { world, follow } = await startServedChain(t)
  const service = await startWatched(t, follow, { PUBLISH_DIR: join(disk.path, 'models') })
  const published = (): Promise<unknown> =>
    service.until('the published tip', ({ publishing }) => publishing?.published?.id === world.tip.point.id)
  await published()
  disk.fill()
  world.grow(5)
  const { publishing } = await service.until(
    'the problem',
    ({ publishing }) => publishing?.state === 'waiting',
  )
  assert.match(publishing?.problem ?? '', /^ENOSPC: /)
  disk.makeRoom()
  await published()
  await service.until('publishing', ({ publishing }) => publishing?.state === 'publishing')
})
