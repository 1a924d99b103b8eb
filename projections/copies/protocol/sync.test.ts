// Each result of comparing a copy with models, and of writing a difference, with models and a copy that the test invents.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type CopyState, CopyStopped, LAYOUT_VERSION } from './copy-state.ts'
import { type Copy, sync } from './sync.ts'

const [A, B, C] = ['aa'.repeat(32), 'bb'.repeat(32), 'cc'.repeat(32)]
const [DIGEST, OTHER] = ['0'.repeat(16), '1'.repeat(16)]
const MODELS = { pools: { version: '1', stopped: null } }
const STATE: CopyState = {
  load: DIGEST,
  version: 7,
  layout: LAYOUT_VERSION,
  network: 'mainnet',
  source: 'rules',
  models: MODELS,
  seq: 3,
  slot: 30,
  id: C,
  height: 3,
  digest: DIGEST,
}
const COPIED = [
  { slot: 30, id: C, digest: DIGEST },
  { slot: 20, id: B, digest: DIGEST },
]

interface World {
  /** Blocks of the models, by slot; the last one is their checkpoint. */
  readonly blocks?: Readonly<Record<number, string>>
  readonly state?: CopyState | undefined
  readonly known?: CopyState
  readonly now?: object
  readonly oldest?: number
  readonly sharedDigest?: string | null
  /** The models are rolled back while they are read. */
  readonly moves?: true
}

const synced = async (world: World = {}) => {
  const { blocks = { 20: B, 30: C }, known, now, oldest = 0, sharedDigest = DIGEST } = world
  const written: unknown[] = []
  const copy: Copy = {
    name: 'the copy',
    advice: { differs: 'load it again', otherNetwork: 'use another' },
    state: async () => ('state' in world ? world.state : STATE),
    blocks: async () => COPIED,
    commitsAfter: async () => [],
    write: async ({ state }) => void written.push([state.slot, state.id]),
  }
  const [slot, id] = Object.entries(blocks).at(-1) ?? assert.fail()
  const checkpoint = { slot: Number(slot), id, height: 3, seq: 3, version: 1, digest: DIGEST }
  const found = { checkpoint, network: 'mainnet', source: 'rules', models: MODELS, isComplete: true, ...now }
  const result = await sync(
    copy,
    {
      state: () => found,
      hasBlock: (block) => blocks[block.slot] === block.id,
      reachesBackTo: (back) => back >= oldest,
      difference: async (shared) =>
        world.moves
          ? undefined
          : {
              checkpoint,
              isPartial: false,
              sharedDigest,
              models: MODELS,
              blocks: Object.entries(blocks)
                .filter(([each]) => Number(each) > shared.slot)
                .map(([each, hash]) => ({
                  slot: Number(each),
                  id: hash,
                  height: 3,
                  seq: 3,
                  journaled: 1,
                  transactions: 0,
                  digest: DIGEST,
                })),
              oldest: 0,
              tables: [],
            },
    },
    known,
  )
  return ['reason' in result ? `${result.kind}: ${result.reason}` : result.kind, ...written]
}

test('a copy is the same, is written, waits or is loaded, as the blocks, rules and journals of both say', async () => {
  const fork = { 20: B, 31: A }
  for (const [world, ...expected] of [
    [{}, 'same'],
    [{ sharedDigest: null }, 'same'],
    [{ blocks: { 30: C, 40: A } }, 'written', [40, A]],
    [{ blocks: fork }, 'written', [31, A]],
    [{ blocks: fork, oldest: 21 }, `load: no journal reaches back to 20.${B}`],
    [{ blocks: fork, oldest: 20 }, 'written', [31, A]],
    [{ blocks: { 10: A, 31: A } }, 'load: the copy and the models have no recent block in common'],
    [{ blocks: { 20: B } }, 'behind'],
    [{ blocks: { 20: B }, known: STATE }, 'written', [20, B]],
    [{ moves: true }, 'moved'],
    [{ state: undefined }, 'load: nothing was loaded yet'],
    [{ state: undefined, now: { isComplete: false } }, 'incomplete: nothing was loaded yet'],
    [{ state: { ...STATE, layout: 1 } }, 'load: the copy was written by another version'],
    [{ now: { source: 'others' } }, 'load: the copy was folded by other rules'],
    [{ now: { models: { pools: { version: '2', stopped: null } } } }, 'load: pools was folded again'],
    [{ now: { models: { pools: { version: '2', stopped: B } } } }, 'same'],
  ] as const)
    assert.deepEqual(await synced(world), expected, JSON.stringify(world))
})

test('a copy with another digest, or of another network, stops its writer', async () => {
  const at = `at block 30.${C} the copy`
  const differs = new CopyStopped(`${at} has digest ${DIGEST}, but the models have ${OTHER}: load it again`)
  await assert.rejects(synced({ sharedDigest: OTHER }), differs)
  const network = new CopyStopped('the copy is for preprod, but the models are for mainnet: use another')
  await assert.rejects(synced({ state: { ...STATE, network: 'preprod' } }), network)
  // While a model is folded again, digests cannot be compared.
  const stopped = { ...STATE, models: { pools: { version: '1', stopped: B } } }
  assert.deepEqual(await synced({ state: stopped, sharedDigest: OTHER }), ['written', [30, C]])
})
