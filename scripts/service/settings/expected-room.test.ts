import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { pino } from 'pino'
import { temporaryDirectory } from '../../../tests/kit/temporary-directory.ts'
import { logPath } from './data-directory.ts'
import { LEAST_ROOM, sayRoom, sizeText } from './expected-room.ts'

const said = (
  directory: string,
  network: 'mainnet' | 'devnet' | 'preprod',
  { isFromSnapshot = false, disk = 400_000, memory = 16_500 } = {},
): unknown[] => {
  const lines: unknown[] = []
  const logger = pino({ base: null, timestamp: false }, { write: (line) => lines.push(JSON.parse(line)) })
  sayRoom(network, isFromSnapshot, directory, logger, (path) => {
    assert.equal(path, directory)
    return { disk, memory }
  })
  return lines
}

test('a first start says in one line what room it expects and what is there, and warns only of too little', (t) => {
  const dataDir = join(temporaryDirectory(t), 'data')
  const line = (level: number, msg: string) => [{ level, dataDir, msg }]
  const expects = 'a first start on mainnet expects 45 GB of disk and 2 GB of memory; there are'
  assert.deepEqual(
    said(dataDir, 'mainnet'),
    line(30, `${expects} 400 GB free in DATA_DIR and 16 GB of memory`),
  )
  assert.deepEqual(
    said(dataDir, 'mainnet', { disk: 44_999 }),
    line(
      40,
      `${expects} 44 GB free in DATA_DIR and 16 GB of memory: too little disk, see docs/operate/requirements.md`,
    ),
  )
  assert.deepEqual(
    said(dataDir, 'mainnet', { disk: 10, memory: 900 }),
    line(
      40,
      `${expects} 10 MB free in DATA_DIR and 900 MB of memory: too little disk and memory, see docs/operate/requirements.md`,
    ),
  )
  assert.deepEqual(
    said(dataDir, 'mainnet', { isFromSnapshot: true, disk: 64_000 }),
    line(
      40,
      'a first start on mainnet expects 65 GB of disk and 2 GB of memory; there are 64 GB free in DATA_DIR and 16 GB of memory: ' +
        'too little disk, see docs/operate/requirements.md',
    ),
  )
  assert.deepEqual(
    said(dataDir, 'devnet'),
    line(
      30,
      'a first start on devnet expects 300 MB of disk and 400 MB of memory; there are 400 GB free in DATA_DIR and 16 GB of memory',
    ),
  )
  assert.deepEqual(said(dataDir, 'preprod'), [])
})

test('a later start says nothing about room', (t) => {
  const dataDir = temporaryDirectory(t)
  assert.equal(said(dataDir, 'mainnet').length, 1)
  writeFileSync(logPath(dataDir), '')
  assert.deepEqual(said(dataDir, 'mainnet', { disk: 0 }), [])
})

test('the figures are those of docs/operate/requirements.md', () => {
  const document = readFileSync(new URL('../../../docs/operate/requirements.md', import.meta.url), 'utf8')
  const { mainnet, devnet } = LEAST_ROOM
  assert.ok(mainnet?.snapshotDisk !== undefined && devnet !== undefined)
  const [least, snapshot] = [sizeText(mainnet.disk), sizeText(mainnet.snapshotDisk)]
  assert.ok(document.includes(`needs at least ${least}, and ${snapshot} to start from a snapshot`))
  assert.ok(document.includes(`| memory | ${sizeText(devnet.memory)} | ${sizeText(mainnet.memory)}: `))
  assert.ok(document.includes(`| disk | ${sizeText(devnet.disk)} per day | `))
})
