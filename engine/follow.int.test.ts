// An indexer whose own code is wrong: it stops and says what to correct.
import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { test } from 'node:test'
import { buildBlock } from '../devnet/chain/build-block.ts'
import { buildTransaction } from '../devnet/chain/build-transaction.ts'
import { serveChain } from '../devnet/testing/test-server.ts'
import { silent } from '../tests/kit/silent.ts'
import { temporaryDirectory } from '../tests/kit/temporary-directory.ts'
import { integer, model, type OutputEvent, outputs, source, stateTable } from './engine.ts'
import { follow } from './follow.ts'

const counts = stateTable('counts', { key: ['only'], columns: { only: integer, mints: integer } })

/** A model that counts mints. */
const countingModel = (minted: (count: () => void) => void) =>
  model<OutputEvent>()({
    name: 'counts',
    version: 1,
    tables: { counts },
    on: {
      minted(_, tables) {
        return minted(() => tables.counts.change({ only: 1 }, (row) => ({ mints: (row?.mints ?? 0) + 1 })))
      },
    },
  })

const fail = (): never => {
  throw new RangeError('too much')
}

test('a model or source that throws, and a model that is asynchronous, end the indexer with their name', async (t) => {
  const made = buildTransaction({ mint: [{ asset: `${'f0'.repeat(28)}.01`, quantity: 3n }] })
  const first = buildBlock('genesis')
  const block = buildBlock(first, { transactions: [made] })
  const server = await serveChain(t, [first, block], { network: 'mainnet' })
  const counting = countingModel((count) => count())
  const throwing = source<OutputEvent>({ version: 1, eventsOf: fail })
  const of = 'the model counts cannot fold the event minted'
  for (const [reason, from, counted] of [
    [`${of} in slot ${block.point.slot} (RangeError: too much)`, outputs(), countingModel(fail)],
    [
      `${of} in slot ${block.point.slot} (TypeError: it must not be async)`,
      outputs(),
      countingModel(async (count) => count()),
    ],
    [
      `the source cannot read the transaction ${made.id} in slot ${block.point.slot} (RangeError: too much)`,
      throwing,
      counting,
    ],
  ] as const) {
    const indexer = await follow({
      ogmiosUrl: server.url,
      network: 'mainnet',
      start: first.point,
      dataDir: temporaryDirectory(t),
      source: from,
      models: [counted],
      logger: silent,
    })
    const { name, message } = await indexer.failed
    await indexer.close()
    assert.deepEqual([name, message], ['StartupError', `${reason}: correct it, and start again`])
  }
})

test('models that cannot be folded together are refused with the reason, before there are files', async (t) => {
  const table = (name: string) => stateTable(name, { key: ['only'], columns: { only: integer } })
  const named = (name: string, tables: readonly string[], version = 1) =>
    model<OutputEvent>()({
      name,
      version,
      tables: Object.fromEntries(tables.map((each) => [each, table(each)])),
      on: {},
    })
  const server = await serveChain(t, [buildBlock('genesis')], { network: 'mainnet' })
  for (const [models, problem] of [
    [
      [named('a', ['utxos'])],
      'table utxos of its model a: the name utxos belongs to a table or an index of the engine',
    ],
    [
      [named('a', ['blocks'])],
      'table blocks of its model a: the name blocks belongs to a table or an index of the engine',
    ],
    [
      [named('a', ['b']), named('c', ['b'])],
      'table b of its model c: the name b belongs to a table or an index of the indexer',
    ],
    [[named('a', ['b']), named('a', ['c'])], 'its model a has the name of a model of the indexer'],
    [[named('a', ['b'], 0)], 'its model a has no version: it must be a whole number from 1'],
    [
      [named('a', ['b-c'])],
      'table b-c of its model a: "b-c" is not a valid name: it must be at most 25 lower-case letters, digits and underscores, beginning with a letter',
    ],
  ] as const) {
    const dataDir = temporaryDirectory(t)
    const options = {
      ogmiosUrl: server.url,
      network: 'mainnet',
      dataDir,
      source: outputs(),
      models,
      logger: silent,
    } as const
    await assert.rejects(follow(options), { name: 'StartupError', message: `the indexer: ${problem}` })
    assert.deepEqual(
      readdirSync(dataDir).filter((name) => /^(?:log|models)/.test(name)),
      [],
    )
  }
})
