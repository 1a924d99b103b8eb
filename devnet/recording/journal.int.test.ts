import assert from 'node:assert/strict'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import fc from 'fast-check'
import { StartupError } from '../../schema/errors.ts'
import { hasFileSizeLimit, limitFileSize } from '../../tests/kit/file-size-limit.ts'
import { temporaryDirectory } from '../../tests/kit/temporary-directory.ts'
import { buildBlock, buildChain } from '../chain/build-block.ts'
import { Chain } from '../chain/chain.ts'
import type { ChainBlock } from '../chain/chain-block.ts'
import { oddBlocks } from '../chain/odd-blocks.ts'
import { journalStart, openJournal } from './journal.ts'

const folder = temporaryDirectory({ after })

let files = 0
const newPath = (): string => join(folder, `${++files}.ndjson`)

const START = 1_767_225_600_000

const unexpected = (error: unknown): void => assert.fail(String(error))

const open = async (path: string, recorded: readonly ChainBlock[], start = START) => {
  const chain = new Chain(recorded)
  const journal = await openJournal({ path, chain, start, onError: unexpected })
  return { chain, journal }
}

const recorded = oddBlocks()
const after1 = recorded.at(-1) ?? assert.fail()
const live = buildChain(4, { parent: after1, salt: 'live' })

test('a new journal keeps the start, the block it follows, and what happens, line by line', async () => {
  const path = newPath()
  const { chain, journal } = await open(path, recorded)
  for (const block of live) chain.append(block)
  chain.rollBack(2)
  chain.append(buildBlock(live[1] ?? assert.fail(), { salt: 'fork' }))
  const lines = readFileSync(path, 'utf8').split('\n')
  assert.deepEqual(lines, [
    `{"start":${START},"after":"${after1.point.id}"}`,
    ...live.map(({ json }) => json.toString()),
    '{"rollBack":2}',
    chain.last?.json.toString(),
    '',
  ])
  journal.close()
  chain.rollBack(1)
  assert.deepEqual(readFileSync(path, 'utf8').split('\n'), lines)
})

test('after any blocks, roll backs and restarts the chain is as it was', async () => {
  const step = fc.oneof(
    fc.record({ blocks: fc.integer({ min: 1, max: 4 }), salt: fc.string() }),
    fc.record({ back: fc.nat(14) }),
    fc.constant('restart' as const),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), fc.boolean(), async (steps, isRecorded) => {
      const path = newPath()
      const begin = isRecorded ? recorded : []
      let { chain, journal } = await open(path, begin)
      for (const [n, what] of [...steps, 'restart' as const].entries()) {
        if (what === 'restart') {
          journal.close()
          const before = [...chain]
          const next = await open(path, begin, 0)
          assert.deepEqual([[...next.chain], next.journal.start], [before, START])
          chain = next.chain
          journal = next.journal
        } else if ('back' in what) chain.rollBack(Math.min(what.back, chain.length))
        else {
          const parent = chain.last ?? 'genesis'
          for (const block of buildChain(what.blocks, { parent, salt: `${n} ${what.salt}` }))
            chain.append(block)
        }
      }
      journal.close()
    }),
    { numRuns: 40 },
  )
})

test('a last line cut anywhere is dropped, and what comes then follows whole lines', async () => {
  const path = newPath()
  const begun = await open(path, recorded)
  for (const block of live) begun.chain.append(block)
  begun.journal.close()
  const whole = readFileSync(path)
  const last = live.at(-1)?.json.length ?? assert.fail()
  for (const cut of [1, 2, last >> 1, last, last + 1]) {
    writeFileSync(path, whole.subarray(0, whole.length - cut))
    const { chain, journal } = await open(path, recorded)
    assert.deepEqual([...chain], [...recorded, ...live.slice(0, 3)])
    chain.append(live[3] ?? assert.fail())
    journal.close()
    assert.deepEqual(readFileSync(path), whole)
  }
})

test('a cut line is dropped from a journal of several megabytes too', async () => {
  const path = newPath()
  const many = buildChain(3000)
  const begun = await open(path, [])
  for (const block of many) begun.chain.append(block)
  begun.journal.close()
  const whole = readFileSync(path)
  writeFileSync(path, whole.subarray(0, -5))
  const { chain, journal } = await open(path, [])
  chain.append(many.at(-1) ?? assert.fail())
  journal.close()
  assert.ok(whole.length > 2 ** 21, `${whole.length}`)
  assert.ok(readFileSync(path).equals(whole))
})

test('a journal cut before the end of its first line begins anew', async () => {
  const header = `{"start":${START},"after":"${after1.point.id}"}`
  for (const length of [0, 1, 9, 20, header.length]) {
    const path = newPath()
    writeFileSync(path, header.slice(0, length))
    const { journal } = await open(path, recorded, START + 5000)
    journal.close()
    assert.equal(journal.start, START + 5000)
    assert.equal(readFileSync(path, 'utf8'), `{"start":${START + 5000},"after":"${after1.point.id}"}\n`)
  }
})

const header = `{"start":${START},"after":"genesis"}\n`
const [first, second] = buildChain(2)
assert.ok(first && second)
const NO_HEADER = 'it is not {"start":<milliseconds>,"after":<block id>}, the beginning of a journal'

const refused: readonly (readonly [string, string, string])[] = [
  [
    'a journal of another recorded chain',
    `{"start":${START},"after":"${after1.point.id}"}\n`,
    `, line 1: it continues from block ${after1.point.id}, and the recorded chain ends with genesis`,
  ],
  ['a chain file', `${first.json}\n`, `, line 1: ${NO_HEADER}`],
  ['a start within a second', header.replace('000,', '001,'), `, line 1: ${NO_HEADER}`],
  ['one line of something else', 'a diary', ', line 1: it does not begin like a journal'],
  ['a damaged line', `${header}${first.json}\n{"rol\n${second.json}\n`, ', line 3: it is not JSON'],
  [
    'a missing line',
    `${header}${first.json}\n${buildBlock(second).json}\n`,
    `, line 3: block ${buildBlock(second).point.id} has parent ${second.point.id}, but the chain ends at ${first.point.id}`,
  ],
  [
    'more rolled back than there is',
    `${header}${first.json}\n{"rollBack":2}\n`,
    ', line 3: cannot roll back 2 blocks of a chain of 1',
  ],
]

for (const [what, content, reason] of refused) {
  test(`${what} is refused in one line, and left as it is`, async () => {
    const path = newPath()
    writeFileSync(path, content)
    await assert.rejects(
      open(path, []),
      new StartupError(`Journal ${path}${reason}; remove ${folder} to start again`),
    )
    assert.equal(readFileSync(path, 'utf8'), content)
  })
}

test("a journal is one devnet's at a time, and nothing is cut off while another has it", async () => {
  const path = newPath()
  const { chain, journal } = await open(path, [])
  for (const block of buildChain(2)) chain.append(block)
  const before = readFileSync(path, 'utf8')
  await assert.rejects(
    open(path, []),
    new StartupError(
      `Journal ${path}: it is in use by another devnet; stop that one, or follow it with OGMIOS_URL`,
    ),
  )
  assert.equal(readFileSync(path, 'utf8'), before)
  journal.close()
  const again = await open(path, [])
  assert.deepEqual([...again.chain], [...chain])
  again.journal.close()
})

test('the start of slot 0 can be asked of a journal that nobody opened', async () => {
  const path = newPath()
  assert.equal(await journalStart(path), undefined)
  const { chain, journal } = await open(path, recorded)
  for (const block of live) chain.append(block)
  journal.close()
  assert.equal(await journalStart(path), START)
  writeFileSync(path, header.slice(0, 20))
  assert.equal(await journalStart(path), undefined)
  writeFileSync(path, '')
  assert.equal(await journalStart(path), undefined)
  writeFileSync(path, 'a diary')
  await assert.rejects(
    journalStart(path),
    new StartupError(
      `Journal ${path}, line 1: it does not begin like a journal; remove ${folder} to start again`,
    ),
  )
})

test('a path that cannot be written to is refused', async () => {
  const path = join(folder, 'none', 'journal.ndjson')
  await assert.rejects(
    open(path, []),
    /^StartupError: Journal \S+: it cannot be written to \(.*directory does not exist\); give another path$/,
  )
  await assert.rejects(
    open(folder, []),
    new StartupError(`Journal ${folder}: it is a directory; remove ${dirname(folder)} to start again`),
  )
})

test('a block that cannot be kept is told once, and the chain goes on', async () => {
  const path = newPath()
  const errors: unknown[] = []
  const chain = new Chain()
  await openJournal({ path, chain, start: START, onError: (error) => errors.push(error) })
  const json = Buffer.from(first.json.toString().replace('{', '{\n'))
  chain.append({ ...first, json })
  chain.append(second)
  assert.equal(chain.length, 2)
  assert.deepEqual(errors.map(String), [
    `Error: journal ${path} cannot be written, and is tried again at each block: block ${first.point.id} has a line end in its JSON`,
  ])
  assert.equal(readFileSync(path, 'utf8'), header)
})

test('blocks that a full disk did not take are written when there is room again', {
  skip: hasFileSizeLimit ? false : 'needs prlimit',
}, async () => {
  const path = newPath()
  const errors: unknown[] = []
  const chain = new Chain()
  const journal = await openJournal({ path, chain, start: START, onError: (error) => errors.push(error) })
  const [one, two, three, ...rest] = buildChain(6, { salt: 'room' })
  chain.append(one ?? assert.fail())
  // As on a full disk, only a part of the next line fits.
  limitFileSize(process.pid, statSync(path).size + 40)
  try {
    chain.append(two ?? assert.fail())
    chain.append(three ?? assert.fail())
    chain.rollBack(1)
  } finally {
    limitFileSize(process.pid, 'unlimited')
  }
  assert.deepEqual(errors.map(String), [
    `Error: journal ${path} cannot be written, and is tried again at each block: EFBIG: file too large, write`,
  ])
  chain.append(three ?? assert.fail())
  for (const block of rest) chain.append(block)
  journal.close()
  const again = await open(path, [])
  assert.deepEqual([...again.chain], [...chain])
  again.journal.close()
})
