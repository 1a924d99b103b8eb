import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { gunzipSync, gzipSync } from 'node:zlib'
import { linkedChains, mainnetBusy } from '../../fixtures/chains/recorded-chains.ts'
import { StartupError } from '../../schema/errors.ts'
import { temporaryDirectory } from '../../tests/kit/temporary-directory.ts'
import { buildBlock, buildBoundaryBlock, buildByronBlock, buildChain } from '../chain/build-block.ts'
import type { ChainBlock } from '../chain/chain-block.ts'
import { oddBlocks } from '../chain/odd-blocks.ts'
import { readChainFile } from './chain-file.ts'

const folder = temporaryDirectory({ after })

let files = 0
const file = (content: string | Buffer, extension = 'ndjson'): string => {
  const path = join(folder, `${++files}.${extension}`)
  writeFileSync(path, content)
  return path
}

const asBlock = ({ json }: ChainBlock): string => `${json}\n`
const asResponse = ({ json }: ChainBlock): string =>
  `{"jsonrpc":"2.0","method":"nextBlock","result":{"direction":"forward","block":${json},"tip":"origin"},"id":{"block":1}}\n`

test('blocks come back byte for byte, bare or in responses, zipped or not', async () => {
  const blocks = oddBlocks()
  for (const line of [asBlock, asResponse]) {
    const content = blocks.map(line).join('')
    assert.deepEqual(await readChainFile(file(content)), blocks)
    assert.deepEqual(await readChainFile(file(gzipSync(content), 'ndjson.gz')), blocks)
  }
})

test('a missing last line end, blank lines and carriage returns change nothing', async () => {
  const blocks = buildChain(3)
  const content = blocks.map(asBlock).join('\n').replaceAll('\n', '\r\n').trimEnd()
  assert.deepEqual(await readChainFile(file(content)), blocks)
})

test('an epoch boundary block has the first slot of its epoch', async () => {
  const byron = buildByronBlock('genesis', { slot: 43_199 })
  const boundary = buildBoundaryBlock(byron)
  const next = buildByronBlock(boundary)
  const blocks = await readChainFile(file([byron, boundary, next].map(asBlock).join('')))
  assert.deepEqual(
    blocks.map(({ point, height }) => ({ slot: point.slot, height })),
    [
      { slot: 43_199, height: 0 },
      { slot: 43_200, height: 0 },
      { slot: 43_220, height: 1 },
    ],
  )
})

test('a boundary block shares its slot with the block after it', async () => {
  const boundary = buildBoundaryBlock(buildByronBlock('genesis'))
  const block = buildByronBlock(boundary, { slot: boundary.point.slot })
  const read = await readChainFile(
    file(asBlock(buildByronBlock('genesis')) + asBlock(boundary) + asBlock(block)),
  )
  assert.deepEqual(
    read.map(({ point }) => point.slot),
    [0, 21_600, 21_600],
  )
})

test('a recording that begins at a boundary block places it by its height', async () => {
  const json = buildBoundaryBlock('genesis').json.toString().replace('"height":0', '"height":21587')
  const [boundary] = await readChainFile(file(json))
  assert.equal(boundary?.point.slot, 21_600)
})

const [first, second] = buildChain(2)
assert.ok(first && second)
const firstLine = asBlock(first)
const stranger = buildBlock('genesis', { salt: 'other' })
const zipped = gzipSync(buildChain(200).map(asBlock).join(''))
const ADVICE = 'record the chain again or give another file'

const refused: readonly (readonly [string, () => string, string])[] = [
  ['a missing file', () => join(folder, 'none.ndjson.gz'), ': it does not exist'],
  ['a directory', () => folder, ': it is a directory'],
  ['an empty file', () => file(''), ': it contains no block'],
  ['an empty zipped file', () => file(gzipSync(''), 'ndjson.gz'), ': it contains no block'],
  ['no gzip data', () => file(firstLine, 'ndjson.gz'), ', line 1: it is not gzip data, or it is damaged'],
  [
    'half a line',
    () => file(firstLine + asBlock(second).slice(0, 200)),
    ', line 2: it is cut off in the middle, or is not JSON',
  ],
  [
    'a line of something else',
    () => file(`${firstLine}slot,id\n${asBlock(second)}`),
    ', line 2: it is not JSON',
  ],
  [
    'bytes that are no text',
    () => file(Buffer.from([0x22, 0xff, 0xfe, 0x22, 0x0a])),
    ', line 1: it is not UTF-8 text',
  ],
  ['a list', () => file('[]\n'), ', line 1: it is not a JSON object'],
  [
    'another object',
    () => file('{"type":"transaction"}\n'),
    ', line 1: its "type" is not "praos", "bft" or "ebb"',
  ],
  [
    'an id that is none',
    () => file(firstLine.replace(first.point.id, 'abc')),
    ', line 1: its "id" is not 64 lower-case hex digits',
  ],
  [
    'a slot that doubles cannot hold',
    () => file(firstLine.replace('"slot":0', '"slot":9007199254740993')),
    ', line 1: its "slot" is not a whole number below 2^53',
  ],
  [
    'a rollback in place of a block',
    () =>
      file(
        '{"jsonrpc":"2.0","method":"nextBlock","result":{"direction":"backward","point":"origin"},"id":null}\n',
      ),
    ', line 1: its "type" is not "praos", "bft" or "ebb"',
  ],
  [
    'a gap',
    () => file(firstLine + asBlock(stranger)),
    `, line 2: its ancestor genesis is not the block before it, ${first.point.id}`,
  ],
  [
    'a slot that does not rise',
    () => file(firstLine + asBlock(second).replace('"slot":20', '"slot":0')),
    ', line 2: its slot 0 is not after 0, the slot of the block before it',
  ],
  [
    'a block that comes twice',
    () =>
      file(
        firstLine +
          asBlock(second) +
          firstLine
            .replace('"ancestor":"genesis"', `"ancestor":"${second.point.id}"`)
            .replace('"slot":0', '"slot":40'),
      ),
    `, line 3: block ${first.point.id} is in the file before`,
  ],
]

for (const [what, make, reason] of refused) {
  test(`${what} is refused in one line`, async () => {
    const path = make()
    await assert.rejects(readChainFile(path), new StartupError(`Chain file ${path}${reason}; ${ADVICE}`))
  })
}

test('gzip data cut anywhere is refused, naming the line it got to', async () => {
  for (const length of [5, zipped.length >> 1, zipped.length - 4]) {
    const path = file(zipped.subarray(0, length), 'ndjson.gz')
    await assert.rejects(readChainFile(path), {
      name: 'StartupError',
      message: /^Chain file \S+, line \d+: the gzip data is cut off; record the chain again.*$/,
    })
  }
})

for (const { name, path, skip, blocks: count } of linkedChains) {
  test(`a recorded chain is read whole and unchanged: ${name}`, { skip }, async () => {
    const blocks = await readChainFile(path)
    const lines = gunzipSync(readFileSync(path)).toString().trimEnd().split('\n')
    assert.equal(lines.length, count)
    assert.deepEqual(
      blocks.map(({ json }) => json.toString()),
      lines.map((line) => line.slice(line.indexOf('"block":') + 8, line.lastIndexOf(',"tip":'))),
    )
  })
}

test('recorded blocks that are no chain are refused', async () => {
  await assert.rejects(
    readChainFile(mainnetBusy.path),
    /^StartupError: Chain file \S+, line 2: its ancestor [0-9a-f]{64} is not the block before it/,
  )
})
