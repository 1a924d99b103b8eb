import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, afterEach, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { StartupError } from '../schema/errors.ts'
import { formatOutputReference, type OutputReference } from '../schema/primitives.ts'
import { temporaryDirectory } from '../tests/kit/temporary-directory.ts'
import { buildBlock } from './chain/build-block.ts'
import { buildTransaction } from './chain/build-transaction.ts'
import type { ChainBlock } from './chain/chain-block.ts'
import { type Devnet, type DevnetOptions, startDevnet } from './devnet.ts'
import type { Ledger } from './ledger/ledger.ts'
import { ALICE, PAYMENT, RICH, submitDraft, TOKENS, testLedger } from './ledger/testing/test-ledger.ts'
import { RawClient } from './testing/raw-client.ts'

const folder = temporaryDirectory({ after })

let files = 0
const newPath = (): string => join(folder, `${++files}.ndjson`)

const NOW = Date.UTC(2026, 5, 1, 12, 0, 0, 640)

const genesis = { utxo: [...testLedger().ledger.utxo.values()], accounts: [] }

const open = new Set<Devnet>()
afterEach(async () => {
  for (const devnet of open) await devnet.close()
  open.clear()
})

const start = async (options: Partial<DevnetOptions> = {}): Promise<Devnet> => {
  const devnet = await startDevnet({
    blockInterval: 0,
    clock: () => NOW,
    onError: (error) => assert.fail(String(error)),
    genesis,
    ...options,
  })
  open.add(devnet)
  return devnet
}

const idsIn = ({ json }: ChainBlock): string[] =>
  JSON.parse(json.toString()).transactions.map(({ id }: { id: string }) => id)

const held = (ledger: Ledger): string[] =>
  [...ledger.utxo.values()]
    .map(
      ({ reference, output }) => `${formatOutputReference(reference)} ${output.address} ${output.lovelace}`,
    )
    .sort()

const untilLength = ({ chain }: Devnet, length: number): Promise<void> =>
  new Promise((resolve) => {
    chain.on('forward', () => {
      if (chain.length === length) resolve()
    })
  })

/** Alice pays herself the output minus the fee. */
const pass = (ledger: Ledger, input: OutputReference): OutputReference => {
  const lovelace = (ledger.utxo.get(input)?.output.lovelace ?? assert.fail()) - 200_000n
  const outputs = [{ address: ALICE.address, lovelace }]
  return { transaction: submitDraft(ledger, { ...PAYMENT, inputs: [input], outputs }), index: 0 }
}

/** Slots 1000 to 1002. Alice pays Bob in the second block. */
const record = (): { recorded: ChainBlock[]; paid: string } => {
  const { ledger, chain, clock } = testLedger()
  let paid = ''
  for (let n = 0; n < 3; n += 1) {
    if (n === 1) paid = submitDraft(ledger, PAYMENT)
    ledger.makeBlock()
    clock.now += 1000
  }
  return { recorded: [...chain], paid }
}
const { recorded, paid } = record()
const recording = join(folder, 'recording.ndjson.gz')
writeFileSync(recording, gzipSync(recorded.map(({ json }) => `${json}\n`).join('')))

test('without a recording slot 0 is now, and a block is in the slot of the clock when that is free', async () => {
  let now = NOW
  const devnet = await start({ clock: () => now })
  const slots = [0, 4359, 4360, 4360, 4360].map((passed) => {
    now = NOW + passed
    return devnet.makeBlock().point.slot
  })
  await devnet.close()
  assert.deepEqual([devnet.start, slots], [NOW - 640, [0, 4, 5, 6, 7]])
})

test('a recording ends now, and its outputs are those of the ledger', async () => {
  const devnet = await start({ recording })
  const { ledger } = devnet
  assert.equal(devnet.start, NOW - 640 - 1_002_000)
  assert.deepEqual([...devnet.chain], recorded)
  assert.deepEqual([ledger.slot, ledger.isUnspent(RICH), ledger.isUnspent(TOKENS)], [1002, false, true])
  const expected = genesis.utxo.filter(({ reference }) => reference.index !== RICH.index)
  assert.equal(held(ledger).length, expected.length + 2)
  const { transaction } = pass(ledger, { transaction: paid, index: 1 })
  const block = devnet.makeBlock()
  assert.deepEqual([block.point.slot, idsIn(block)], [1003, [transaction]])
})

test('clients follow it, ask it and submit to it', async () => {
  const devnet = await start({ recording })
  const client = await RawClient.connect(devnet.url)
  const ask = async (method: string, params?: object) => JSON.parse(await client.ask(method, params)).result
  const tip = recorded.at(-1)?.point
  assert.deepEqual(await ask('queryNetwork/tip'), tip)
  assert.equal(await ask('queryNetwork/startTime'), new Date(devnet.start).toISOString().replace('.000', ''))
  await ask('findIntersection', { points: [tip] })
  await ask('nextBlock')
  const outputReferences = [{ transaction: { id: paid }, index: 0 }]
  const [output] = await ask('queryLedgerState/utxo', { outputReferences })
  assert.deepEqual(output.value, { ada: { lovelace: 10_000_000 } })
  const next = ask('nextBlock')
  const block = devnet.makeBlock()
  assert.deepEqual((await next).block, JSON.parse(block.json.toString()))
  const health = await fetch(`http://127.0.0.1:${devnet.port}/health`)
  assert.equal(Object(await health.json()).network, 'devnet')
  devnet.faults.dropConnections()
  assert.equal((await client.closed).code, 1006)
})

test('actors act before each block, and what they submit is in it', async () => {
  let input: OutputReference = RICH
  const actors = (ledger: Ledger) => ({
    act: () => {
      input = pass(ledger, input)
    },
  })
  const devnet = await start({ actors })
  const made = [0, 1, 2].map(() => {
    const block = devnet.makeBlock()
    return [idsIn(block), input.transaction]
  })
  await devnet.close()
  for (const [ids, id] of made) assert.deepEqual(ids, [id])
})

test('blocks come by themselves, whatever actors throw, and no more once closed', async () => {
  const errors: unknown[] = []
  const failure = new Error('no idea')
  let acts = 0
  const actors = () => ({
    act: () => {
      acts += 1
      throw failure
    },
  })
  const devnet = await start({ actors, blockInterval: 2, onError: (error) => errors.push(error) })
  await untilLength(devnet, 5)
  await devnet.close()
  const { length } = devnet.chain
  await wait(20)
  assert.deepEqual([devnet.chain.length, acts], [length, length])
  assert.deepEqual(
    errors,
    Array.from({ length }, () => failure),
  )
})

test('blocks go on after somebody who listened for them threw, and after one that could not be made', async () => {
  const errors: unknown[] = []
  let now = NOW
  const onError = (error: unknown): void => {
    if (errors.push(error) === 2) now = NOW
  }
  const devnet = await start({ blockInterval: 2, clock: () => now, onError })
  const failure = new Error('deaf')
  devnet.chain.once('forward', () => {
    // No block can be made in this slot.
    now = Number.POSITIVE_INFINITY
    throw failure
  })
  await untilLength(devnet, 4)
  await devnet.close()
  assert.deepEqual(errors, [failure, new Error('Infinity is not a slot')])
})

for (const begin of [{}, { recording }]) {
  const from = 'recording' in begin ? 'a recording' : 'nothing'
  test(`with a journal the next start goes on with the same chain, from ${from}`, async () => {
    const journal = newPath()
    let now = NOW
    const options = { ...begin, journal, clock: () => now }
    let devnet = await start(options)
    const began = devnet.start
    let input: OutputReference = TOKENS
    const bobs: OutputReference = { ...RICH, index: 3 }
    for (let n = 0; n < 3; n += 1) {
      devnet.makeBlock()
      const { ledger } = devnet
      // The whole output minus the fee returns to its address, with its tokens.
      const { output } = ledger.utxo.get(input) ?? assert.fail()
      const kept = { ...output, lovelace: output.lovelace - 200_000n }
      const { address, lovelace, assets } = kept
      const outputs = [{ address, lovelace, assets }]
      input = { transaction: submitDraft(ledger, { ...PAYMENT, inputs: [input], outputs }), index: 0 }
      devnet.makeBlock()
      ledger.rollBack(1)
      devnet.makeBlock()
      devnet.makeBlock()
      const before = [[...devnet.chain], held(ledger)]
      await devnet.close()
      now += 60_000
      devnet = await start(options)
      assert.deepEqual([[...devnet.chain], held(devnet.ledger)], before)
      assert.equal(devnet.start, began)
      assert.equal(devnet.ledger.isUnspent(bobs), true)
    }
    assert.equal(devnet.makeBlock().point.slot, Math.floor((now - began) / 1000))
    await devnet.close()
  })
}

test('what is wrong with the recording is told in one line', async () => {
  const missing = newPath()
  await assert.rejects(
    start({ recording: missing }),
    new StartupError(`Chain file ${missing}: it does not exist; record the chain again or give another file`),
  )
  const odd = buildTransaction({ outputs: [{ address: 'nowhere', lovelace: 1n }] })
  const block = buildBlock('genesis', { transactions: [odd] })
  const path = newPath()
  writeFileSync(path, `${block.json}\n`)
  await assert.rejects(
    start({ recording: path }),
    new StartupError(
      `Chain of ${path}: output ${odd.id}#0: "nowhere" is not an address; record the chain again or give another file`,
    ),
  )
})

test('a port that is taken is told, and the journal can be opened again', async () => {
  const taken = await start()
  const journal = newPath()
  await assert.rejects(
    start({ journal, port: taken.port }),
    /^StartupError: Cannot listen on 127\.0\.0\.1 port \d+: .+; choose another port or host$/,
  )
  await taken.close()
  const devnet = await start({ journal, port: taken.port })
  const block = devnet.makeBlock()
  assert.equal(readFileSync(journal, 'utf8').split('\n')[1], block.json.toString())
})
