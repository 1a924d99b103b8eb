// Tests Kupo's interface on a log and models: facts about outputs that the models lack, and refused requests.

import assert from 'node:assert/strict'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { bech32 } from '@scure/base'
import { Log } from '../../indexer/log/log.ts'
import { ModelsFolding } from '../../projections/engine/fold/models-folding.ts'
import {
  hash,
  made,
  operations,
  output,
  transaction,
  walletAddress,
} from '../../projections/interpret/testing/interpreted.ts'
import { ModelsReader } from '../../projections/read/reader/models-reader.ts'
import { writeReports } from '../../projections/status/indexer-status.ts'
import { CAT, launch } from '../../projections/testing/folded-chain.ts'
import { mainnetModels } from '../../projections/testing/test-models.ts'
import { formatAddress } from '../../schema/codecs/address.ts'
import type { BlockEvent, OutputEvent, TransactionEvent } from '../../schema/events.ts'
import { blake2b224, blake2b256 } from '../../schema/launchpad/derivations.ts'
import { Sqlite } from '../../schema/platform/sqlite.ts'
import type { Hex } from '../../schema/primitives.ts'
import { silent } from '../../tests/kit/silent.ts'
import { temporaryDirectory } from '../../tests/kit/temporary-directory.ts'
import type { Utxo } from '../builder/transaction/utxo.ts'
import { serveModels } from '../testing/start-components.ts'
import { kupoReads } from './reads/kupo-reads.ts'
import { checkShape } from './testing/published-shapes.ts'
import type { KupoSource } from './with-attachments.ts'

const ANNA = walletAddress('Anna')
const BEN = walletAddress('Ben')
const DATUM = 'd8799f01ff'
const SCRIPT = { language: 'plutus:v2', cbor: '4100' } as const

interface PlainMatch {
  readonly output_index: number
  readonly transaction_id: string
  readonly spent_at: object | null
}

interface World {
  readonly utxos?: KupoSource['utxos']
  /** The process has only models, like a replica. */
  readonly isReplica?: boolean
}

/** One block for each list of transactions. */
const begin = async (t: TestContext, { utxos: nodeUtxos, isReplica = false }: World = {}) => {
  const directory = temporaryDirectory(t)
  const log = Log.open(join(directory, 'log.db'), { network: 'mainnet', start: 'origin' })
  let distance = 0
  let gap = 20
  const blocks: BlockEvent[] = []
  const folding = new ModelsFolding({
    ...mainnetModels(),
    directory,
    log,
    logger: silent,
  })
  const fold = (): void => {
    while (folding.step() !== undefined);
  }
  const append = (...transactions: readonly TransactionEvent[]): BlockEvent => {
    const parent = blocks.at(-1)
    const point = {
      slot: (parent?.point.slot ?? 0) + gap,
      id: hash(`${parent?.point.id} ${transactions[0]?.id}`),
    }
    const height = (parent?.height ?? 0) + 1
    const block: BlockEvent = { point, height, parent: parent?.point.id ?? 'genesis', transactions }
    blocks.push(block)
    folding.tipHeight = height + distance
    log.append([{ kind: 'forward', block }])
    fold()
    return block
  }
  append(transaction({ salt: 'first', outputs: [output(walletAddress('Zoe'), 1n)] }))
  const reader = new ModelsReader(directory)
  const run = kupoReads(reader, 1, isReplica ? undefined : log)
  const { url } = await serveModels(t, ['kupo', 'utxos'], reader, {
    directory,
    readThreads: { run: () => assert.fail('a read of another component') },
    outputs: { reads: { run: async (read) => Buffer.from(run(read)) }, utxos: nodeUtxos },
  })
  t.after(() => {
    reader.close()
    folding.close()
    log.close()
  })
  const request = async (path: string, init: RequestInit = {}) => {
    reader.refresh()
    const response = await fetch(`${url}${path}`, init)
    const text = await response.text()
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: text === '' ? '' : JSON.parse(text),
    }
  }
  const ask = async (path: string, init?: RequestInit) => {
    const answer = await request(`/kupo${path}`, init)
    checkShape(path, answer)
    return answer
  }
  return {
    directory,
    append,
    ask,
    wallet: (pkh: Hex) =>
      request('/getUtxos', { method: 'POST', body: JSON.stringify({ pkh, details: true }) }),
    back(depth: number) {
      blocks.length -= depth
      const { point } = blocks.at(-1) ?? assert.fail()
      log.append([{ kind: 'backward', point }])
    },
    space(slots: number) {
      gap = slots
    },
    isFar(blocksBehind: number) {
      distance = blocksBehind
    },
    matches: async (path: string): Promise<PlainMatch[]> => {
      const { status, body } = await ask(`/matches/${path}`)
      assert.equal(status, 200, JSON.stringify(body))
      return body
    },
    places: async (path: string): Promise<string[]> => {
      const { body } = await ask(`/matches/${path}`)
      assert.ok(Array.isArray(body), JSON.stringify(body))
      return body.map(({ output_index, transaction_id, spent_at }) => {
        return `${output_index}@${transaction_id}${spent_at === null ? '' : ' spent'}`
      })
    },
  }
}

const carrying = (address: Hex, more: Partial<OutputEvent>): OutputEvent => ({
  ...output(address, 2_000_000n),
  ...more,
})

test('an output that is spent in the block that makes it is found, with the transaction that spends it', async (t) => {
  const { append, matches, places } = await begin(t)
  const passing = transaction({ outputs: [output(ANNA, 5n), output(BEN, 6n)] })
  const next = transaction({ pairs: [[made(passing, 0), 'd87980', output(BEN, 4n)]] })
  const last = transaction({ pairs: [[made(passing, 1), undefined, output(BEN, 6n)]] })
  const block = append(passing, next, last)
  const [second, first] = await matches(`*@${passing.id}`)
  const at = { slot_no: block.point.slot, header_hash: block.point.id, input_index: 0 }
  assert.deepEqual(first?.spent_at, { ...at, transaction_id: next.id, redeemer: 'd87980' })
  assert.deepEqual(second?.spent_at, { ...at, transaction_id: last.id, redeemer: null })
  assert.deepEqual(await places(`*@${passing.id}?unspent`), [])
  for (const { id } of [next, last]) assert.deepEqual(await places(`*@${id}?unspent`), [`0@${id}`])
  // A failed transaction makes only the collateral return, whose index follows those of its outputs.
  const failed = transaction({ valid: false, outputs: [output(`${ANNA.slice(0, 58)}${BEN.slice(58)}`, 7n)] })
  const taken = transaction({ pairs: [[made(failed, 1), undefined, output(ANNA, 7n)]] })
  append(failed, taken)
  assert.deepEqual(await places(`${formatAddress(`${ANNA.slice(0, 58)}${BEN.slice(58)}`)}`), [
    `1@${failed.id} spent`,
  ])
  assert.deepEqual(await places(`${formatAddress(ANNA)}?spent`), [`0@${passing.id} spent`])
  assert.deepEqual(await places(`${formatAddress(BEN)}?order=oldest_first`), [
    `1@${passing.id} spent`,
    `0@${next.id}`,
    `0@${last.id}`,
  ])
})

test('a range of creation has its first and its last slot, however near the next block is', async (t) => {
  const { append, places, space } = await begin(t)
  space(1)
  const [one, two, three] = [1n, 2n, 3n].map((lovelace) => {
    // Another stake key makes another address.
    const other = output(`${ANNA.slice(0, 58)}${BEN.slice(58)}`, 9n)
    const paying = transaction({ outputs: [output(ANNA, lovelace), other] })
    const spending = transaction({ pairs: [[made(paying, 1), undefined, output(BEN, 9n)]] })
    return { slot: append(paying, spending).point.slot, place: `0@${paying.id}` }
  })
  assert.ok(one && two && three)
  const found = (query: string) => places(`${formatAddress(ANNA)}?order=oldest_first${query}`)
  for (const status of ['', '&unspent']) {
    assert.deepEqual(await found(`${status}&created_before=${two.slot}`), [one.place, two.place])
    assert.deepEqual(await found(`${status}&created_after=${two.slot}`), [two.place, three.place])
    const within: string = `&created_after=${two.slot}&created_before=${two.slot}`
    assert.deepEqual(await found(status + within), [two.place])
    assert.deepEqual(await found(`${status}&created_before=${one.slot - 1}`), [])
    assert.deepEqual(await found(status), [one.place, two.place, three.place])
  }
})

test('a fork takes back what it undoes, and brings back what that had spent', async (t) => {
  const { append, back, places } = await begin(t)
  const first = transaction({ outputs: [output(ANNA, 5n)] })
  append(first)
  const second = transaction({ pairs: [[made(first, 0), undefined, output(ANNA, 4n)]] })
  append(second)
  const address = formatAddress(ANNA)
  assert.deepEqual(await places(`*@${first.id}`), [`0@${first.id} spent`])
  assert.deepEqual(await places(`${address}?unspent`), [`0@${second.id}`])
  back(1)
  const other = transaction({ salt: 'other', outputs: [output(BEN, 1n)] })
  const { point } = append(other)
  assert.deepEqual(await places(`*@${second.id}`), [])
  assert.deepEqual(await places(`*@${first.id}`), [`0@${first.id}`])
  assert.deepEqual(await places(`${address}?created_before=${point.slot}.${point.id}`), [`0@${first.id}`])
})

test('of a fork whose slots have no blocks any more nothing is found, be it that others came in other slots', async (t) => {
  const { append, ask, back, places, space } = await begin(t)
  const passing = transaction({ outputs: [carrying(ANNA, { datum: DATUM })] })
  const next = transaction({ pairs: [[made(passing, 0), undefined, output(BEN, 1n)]] })
  append(passing, next)
  const address = formatAddress(ANNA)
  assert.deepEqual(await places(address), [`0@${passing.id} spent`])
  back(1)
  space(7)
  append(transaction({ salt: 'other' }))
  append(transaction({ salt: 'another' }))
  for (const path of [`*@${passing.id}`, `0@${next.id}`, address, formatAddress(BEN)])
    assert.deepEqual(await places(path), [], path)
  assert.equal((await ask(`/datums/${blake2b256(DATUM)}`)).text, 'null')
  append(passing, next)
  assert.deepEqual(await places(address), [`0@${passing.id} spent`])
  assert.deepEqual(await places(`*@${next.id}`), [`0@${next.id}`])
})

const carriers = () => {
  const outputs = [
    carrying(ANNA, { datum: DATUM, hasReferenceScript: true, script: SCRIPT }),
    carrying(ANNA, { datumHash: hash('a datum') }),
    carrying(ANNA, {}),
  ]
  const made = { ...transaction({ salt: 'carrier' }), outputs }
  const told = outputs.map(({ address, lovelace, datum, datumHash, script }, index) => ({
    reference: { transaction: made.id, index },
    output: {
      address,
      lovelace,
      ...(datum && { datum }),
      ...(datumHash && { datumHash }),
      ...(script && { script }),
    },
  }))
  return { made, told }
}

test('a replica answers what is unspent as a process with a log does, and asks the node once for what outputs carry', async (t) => {
  const { made, told } = carriers()
  const asked: number[] = []
  const replica = await begin(t, {
    isReplica: true,
    async utxos(references) {
      asked.push(references.length)
      return told.filter(({ reference }) => references.some(({ index }) => index === reference.index))
    },
  })
  const original = await begin(t)
  const point = original.append(made, transaction({ salt: 'other' })).point
  replica.append(made, transaction({ salt: 'other' }))
  const key = ANNA.slice(2, 58)
  const datum = blake2b256(DATUM)
  for (const path of [
    `/matches/${formatAddress(ANNA)}?unspent`,
    `/matches/${key}/*?unspent&resolve_hashes`,
    `/matches/*@${made.id}`,
    `/matches/1@${made.id}?created_after=${point.slot}.${point.id}`,
    `/datums/${datum}`,
    `/scripts/${blake2b224(`02${SCRIPT.cbor}`)}`,
    `/checkpoints/${point.slot + 5}`,
  ]) {
    const expected = await original.ask(path)
    assert.equal(expected.status, 200, expected.text)
    assert.deepEqual((await replica.ask(path)).body, expected.body, path)
  }
  assert.deepEqual((await replica.wallet(key)).body, (await original.wallet(key)).body)
  assert.deepEqual(asked, [2])
  assert.deepEqual((await replica.ask('/checkpoints')).body[0], {
    slot_no: point.slot,
    header_hash: point.id,
  })
  for (const query of ['', '?spent']) {
    const { status, body } = await replica.ask(`/matches/${formatAddress(ANNA)}${query}`)
    assert.deepEqual([status, /add unspent/.test(body.hint)], [400, true])
  }
})

test('a replica does not know header hashes of blocks that no fork can undo, nor such points', async (t) => {
  const { directory, append, ask } = await begin(t, { isReplica: true })
  const old = transaction({ outputs: [output(ANNA, 5n)] })
  const { point } = append(old)
  append()
  const models = new Sqlite(join(directory, 'models-1.db'))
  t.after(() => models.close())
  models.prepare('DELETE FROM blocks WHERE slot <= ?').run(point.slot)
  const { body } = await ask(`/matches/*@${old.id}`)
  assert.deepEqual(body[0].created_at, { slot_no: point.slot, header_hash: '0'.repeat(64) })
  for (const path of [
    `/matches/*@${old.id}?created_after=${point.slot}.${point.id}`,
    `/checkpoints/${point.slot}`,
  ])
    assert.equal((await ask(path)).status, 400)
})

test("a wallet's outputs have their datums and scripts where they are asked for", async (t) => {
  const { append, wallet } = await begin(t)
  const { made } = carriers()
  append(made)
  const plain = {
    txHash: made.id,
    address: formatAddress(ANNA),
    value: [{ unit: 'lovelace', amount: '2000000' }],
  }
  const { body } = await wallet(ANNA.slice(2, 58))
  assert.deepEqual(body, [
    {
      ...plain,
      index: 0,
      datumHash: blake2b256(DATUM),
      inlineDatum: DATUM,
      scriptRef: { language: 'plutus:v2', hash: blake2b224(`02${SCRIPT.cbor}`), cbor: SCRIPT.cbor },
    },
    { ...plain, index: 1, datumHash: hash('a datum') },
    { ...plain, index: 2 },
  ])
})

test('datums and scripts are found by their hashes, and in matches where they are asked for', async (t) => {
  const { append, ask, back } = await begin(t)
  const { made } = carriers()
  const { id } = made
  append(made)
  const hashes = { datum: blake2b256(DATUM), script: blake2b224(`02${SCRIPT.cbor}`) }
  assert.deepEqual((await ask(`/datums/${hashes.datum.toUpperCase()}`)).body, { datum: DATUM })
  assert.deepEqual((await ask(`/v1/scripts/${hashes.script}`)).body, {
    language: 'plutus:v2',
    script: '4100',
  })
  for (const path of [`/datums/${hash('a datum')}`, `/scripts/${hash('nothing', 28)}`])
    assert.deepEqual([(await ask(path)).status, (await ask(path)).text], [200, 'null'])
  const { body } = await ask(`/matches/*@${id}?resolve_hashes&order=oldest_first`)
  const attachments = body.map(
    ({ datum_hash, datum_type, datum, script_hash, script }: Record<string, unknown>) => {
      return { datum_hash, datum_type, datum, script_hash, script }
    },
  )
  const nothing = { datum_hash: null, datum_type: undefined, datum: null, script_hash: null, script: null }
  assert.deepEqual(attachments, [
    {
      datum_hash: hashes.datum,
      datum_type: 'inline',
      datum: DATUM,
      script_hash: hashes.script,
      script: { language: 'plutus:v2', script: '4100' },
    },
    { ...nothing, datum_hash: hash('a datum'), datum_type: 'hash' },
    nothing,
  ])
  back(1)
  append(transaction({ salt: 'other' }))
  assert.equal((await ask(`/datums/${hashes.datum}`)).text, 'null')
})

test('a datum whose latest output a fork undid is found in another output, in earlier blocks and in later ones', async (t) => {
  const { append, ask, back, matches, space } = await begin(t)
  const datumOf = async (datum: string) => (await ask(`/datums/${blake2b256(datum)}`)).body
  const salted = (salt: string, datum: string, address = ANNA) =>
    transaction({ salt, outputs: [carrying(address, { datum })] })
  append(salted('first', DATUM))
  const listed = 'd8799f02ff'
  append(salted('second', DATUM), salted('third', listed, BEN))
  assert.deepEqual(await datumOf(DATUM), { datum: DATUM })
  assert.equal((await matches(formatAddress(BEN))).length, 1)
  back(1)
  // The transaction comes again, but in another slot.
  space(30)
  append(salted('third', listed, BEN))
  assert.deepEqual([await datumOf(DATUM), await datumOf(listed)], [{ datum: DATUM }, { datum: listed }])
})

test('a script that the log lacks is asked of the node once; where it is not to be had the match is a 503', async (t) => {
  let asked = 0
  let answer: readonly Utxo[] | undefined
  const { append, ask, wallet } = await begin(t, {
    async utxos() {
      asked += 1
      if (answer === undefined) throw new Error('no node')
      return answer
    },
  })
  const carrier = { ...transaction({ salt: 'old' }), outputs: [carrying(ANNA, { hasReferenceScript: true })] }
  append(carrier)
  const path = `/matches/${formatAddress(ANNA)}?unspent`
  const told = { reference: made(carrier, 0), output: { address: ANNA, lovelace: 2_000_000n } }
  for (const given of [undefined, [], [told]]) {
    answer = given
    const { status, headers, body } = await ask(path)
    assert.deepEqual([status, headers.get('Retry-After')], [503, '5'])
    assert.match(body.hint, /does not have all datums and scripts/)
    assert.equal((await wallet(ANNA.slice(2, 58))).status, 503)
  }
  answer = [{ ...told, output: { ...told.output, script: SCRIPT } }]
  asked = 0
  const script = blake2b224(`02${SCRIPT.cbor}`)
  assert.equal((await ask(path)).body[0].script_hash, script)
  assert.equal((await ask(`/matches/*@${carrier.id}`)).body[0].script_hash, script)
  assert.deepEqual((await ask(`/scripts/${script}`)).body, { language: 'plutus:v2', script: '4100' })
  assert.equal(asked, 1)
})

test('without a node a match that lacks a script says what to do', async (t) => {
  const { append, ask } = await begin(t)
  append({ ...transaction({ salt: 'old' }), outputs: [carrying(ANNA, { hasReferenceScript: true })] })
  const { status, body } = await ask(`/matches/${formatAddress(ANNA)}?unspent`)
  assert.equal(status, 503)
  assert.match(body.hint, /set OGMIOS_URL/)
})

test('outputs that were spent before a fork may reach are refused with a hint, and not passed over', async (t) => {
  const { append, ask, places, isFar } = await begin(t)
  isFar(3_000)
  const old = transaction({ outputs: [output(ANNA, 5n), output(ANNA, 6n)] })
  append(old)
  append(transaction({ pairs: [[made(old, 0), undefined, output(BEN, 4n)]] }))
  isFar(0)
  const { point } = append(transaction({ pairs: [[made(old, 1), undefined, output(BEN, 6n)]] }))
  const address = formatAddress(ANNA)
  for (const query of ['', '?spent', '?created_after=1']) {
    const { status, body } = await ask(`/matches/${address}${query}`)
    assert.equal(status, 400, query)
    assert.match(body.hint, new RegExp(`known from slot ${point.slot - 19} on`))
  }
  assert.deepEqual(await places(`${address}?spent_after=${point.slot}`), [`1@${old.id} spent`])
  assert.deepEqual(await places(`*@${old.id}`), [`1@${old.id} spent`])
})

test('assets, parts of addresses and single outputs are found', async (t) => {
  const { ask, append, places } = await begin(t)
  const [policy, other] = [hash('policy', 28), hash('other', 28)]
  const tx = transaction({
    outputs: [
      output(ANNA, 1n, { [`${policy}.ab`]: 1n }),
      output(ANNA, 2n, { [`${policy}.`]: 1n, [`${other}.${policy}`]: 1n }),
      output(ANNA, 3n, { [`${other}.${policy}`]: 1n }),
      output(BEN, 4n, { [`${policy}.ab`]: 1n }),
    ],
  })
  append(tx)
  const all = (...indexes: number[]) => indexes.map((index) => `${index}@${tx.id}`)
  const [anna, payment, stake] = [formatAddress(ANNA), ANNA.slice(2, 58), ANNA.slice(58)]
  assert.deepEqual(await places(`${anna}?unspent&policy_id=${policy}`), all(1, 0))
  assert.deepEqual(await places(`${anna}?unspent&policy_id=${policy}&asset_name=`), all(1))
  assert.deepEqual(await places(`${anna}?unspent&policy_id=${policy.toUpperCase()}&asset_name=AB`), all(0))
  assert.deepEqual(await places(`${ANNA.toUpperCase()}?unspent`), all(2, 1, 0))
  for (const pattern of [`${payment}/*`, `${payment}%2F*`, `${payment}/${stake}`])
    assert.deepEqual(await places(`${pattern}?unspent&order=oldest_first`), all(0, 1, 2), pattern)
  assert.deepEqual(await places(`${payment}/${payment}?unspent`), [])
  assert.deepEqual(await places(`3%40${tx.id}`), all(3))
  assert.deepEqual(await places(`${anna}?transaction_id=${tx.id}&output_index=1`), all(1))
  for (const none of [3, 65_535])
    assert.deepEqual(await places(`${anna}?transaction_id=${tx.id}&output_index=${none}`), [])
  assert.equal((await ask(`/matches/${anna}?transaction_id=${tx.id}&output_index=65536`)).status, 400)
  // Within a transaction any asset is found. Other requests find only listed tokens.
  assert.deepEqual(await places(`${policy}.*?transaction_id=${tx.id}`), all(3, 1, 0))
  assert.deepEqual(await places(`${policy}.AB?transaction_id=${tx.id}`), all(3, 0))
})

test('quantities are strings where they are asked for, and an answer that a client has is not sent again', async (t) => {
  const { append, ask } = await begin(t)
  const policy = hash('policy', 28)
  const { point } = append(
    transaction({ outputs: [output(ANNA, 2n ** 60n + 1n, { [`${policy}.`]: 2n ** 63n })] }),
  )
  const path = `/matches/${formatAddress(ANNA)}`
  const value = `{"coins":${2n ** 60n + 1n},"assets":{"${policy}":${2n ** 63n}}}`
  // A response is cached from the second time on.
  for (let time = 0; time < 3; time++) {
    const { headers, text } = await ask(path)
    assert.ok(text.includes(`"value":${value}`), text)
    assert.deepEqual(
      ['Content-Type', 'ETag', 'X-Most-Recent-Checkpoint', 'Vary'].map((name) => headers.get(name)),
      ['application/json;charset=utf-8', point.id, `${point.slot}`, 'Accept-Encoding, Accept'],
    )
    const asText = await ask(path, { headers: { Accept: 'application/json;asset-quantity=string' } })
    assert.ok(asText.text.includes(`"value":${value.replaceAll(/:(\d+)/g, ':"$1"')}`), asText.text)
    assert.equal(asText.headers.get('Content-Type'), 'application/json;charset=utf-8;asset-quantity=string')
    const same = await ask(path, { headers: { 'If-None-Match': point.id } })
    assert.deepEqual(
      [same.status, same.text, ...['ETag', 'Content-Length'].map((name) => same.headers.get(name))],
      [304, '', point.id, null],
    )
  }
  append(transaction({ salt: 'next' }))
  assert.equal((await ask(path, { headers: { 'If-None-Match': point.id } })).status, 200)
})

test('checkpoints are points of the chain, and the patterns are one', async (t) => {
  const { append, ask } = await begin(t)
  const points = [append(), append()].map(({ point: { slot, id } }) => ({ slot_no: slot, header_hash: id }))
  assert.deepEqual((await ask('/checkpoints')).body.slice(0, 2), points.toReversed())
  const [first] = points
  const slot = first?.slot_no ?? 0
  assert.deepEqual((await ask(`/checkpoints/${slot + 19}`)).body, first)
  assert.deepEqual((await ask(`/checkpoints/${slot}?strict`)).body, first)
  assert.equal((await ask(`/checkpoints/${slot + 19}?strict`)).text, 'null')
  assert.equal((await ask('/checkpoints/1')).text, 'null')
  assert.deepEqual((await ask('/patterns')).body, ['*'])
  assert.equal((await ask('/health')).body.most_recent_checkpoint, points.at(-1)?.slot_no)
  const stake = ANNA.slice(58)
  const patterns = [formatAddress(ANNA), '*', '*%2F*', `*/${stake}`, `${stake}/*`, `e1${stake}`, '%7B25%7D']
  const stakeAddress = bech32.encodeFromBytes('stake', Buffer.from(`e1${stake}`, 'hex'))
  for (const pattern of [...patterns, stakeAddress])
    assert.deepEqual((await ask(`/patterns/${pattern}`)).body, ['*'], pattern)
})

/** These paths are refused with a hint. */
const refusedPaths = (point: BlockEvent['point']): readonly string[] => {
  const address = formatAddress(ANNA)
  const id = hash('a transaction')
  // pattern.test.ts tests every form of a pattern.
  const refused = [
    ...['*', 'x', '%00', '%FF', '..', '@', `70000@${id}0`, '/', `${address}/*`, `${id}.*`],
    ...[
      `${id.slice(8)}.00`,
      `${id.slice(8)}.00?unspent`,
      `${id.slice(8)}.*?unspent&policy_id=${id.slice(8)}`,
      ...['', '0', '0g', '00'.repeat(33), '**'].map((name) => `${id.slice(8)}.${name}?unspent`),
      '*.00?unspent',
      `${id.slice(7)}.00?unspent`,
    ],
    ...['1'.repeat(290), 'ab'.repeat(150), 'z'.repeat(300), 'z'.repeat(301)],
  ].map((pattern) => `/matches/${pattern}`)
  const queries = [
    ...[
      'unspent&spent',
      'unspent&spent_after=1',
      'created_after=1&spent_after=1',
      'spent_before=1&created_before=1',
    ],
    ...[
      'asset_name=00',
      'output_index=0',
      'policy_id=00',
      'policy_id=',
      `policy_id=${id}`,
      'transaction_id=*',
    ],
    ...[
      'order=asc',
      'created_after=-1',
      'created_after=1.5',
      `created_after=${'9'.repeat(12)}`,
      'unspent&unspent',
    ],
    ...[`created_after=${point.slot}.${id}`, `created_before=1.${point.id}`, 'unspent=%zz'],
  ].map((query) => `/matches/${address}?${query}`)
  const others = [
    '/datums/00',
    '/datums/x',
    '/scripts/',
    `/scripts/${id}`,
    '/checkpoints/x',
    ...['x', `stake1${'q'.repeat(50)}`, 'e1', `*/${id}0`, '%7B%7D'].map((pattern) => `/patterns/${pattern}`),
    ...['/matches', '/none', '/', '/v1/none/at/all'],
  ]
  return [...refused, ...queries, ...others]
}

test('what is not answered, and what a stranger makes up, is refused with a hint', async (t) => {
  const { append, ask } = await begin(t)
  const { point } = append()
  const address = formatAddress(ANNA)
  for (const path of refusedPaths(point)) {
    const { status, body } = await ask(path)
    const isMissing = status === 404 && /none|\/$|\.\./.test(path)
    assert.ok(
      (isMissing || status === 400) && body.hint.length > 10,
      `${path}: ${status} ${JSON.stringify(body)}`,
    )
  }
  for (const [method, path] of [
    ['PUT', '/patterns'],
    ['DELETE', `/patterns/${address}`],
    ['DELETE', `/matches/${address}`],
  ] as const) {
    const { status, body } = await ask(path, { method })
    assert.deepEqual([status, Object.keys(body)], [405, ['hint']])
  }
})

test('more outputs than are looked at for one request are refused, and found in parts', async (t) => {
  const { append, ask, places } = await begin(t)
  const many = (salt: string) => transaction({ salt, outputs: Array(5_001).fill(output(ANNA, 1n)) })
  const { point } = append(many('one'))
  append(many('two'))
  const path = `${formatAddress(ANNA)}?unspent`
  const { status, body } = await ask(`/matches/${path}`)
  assert.equal(status, 400)
  assert.match(body.hint, /^More than 10000 outputs match/)
  assert.equal((await places(`${path}&created_before=${point.slot}`)).length, 5_001)
})

test("a token is found at its holders and at the launchpad's scripts of each address type, and among so many outputs only", async (t) => {
  const { append, ask, places } = await begin(t)
  const [policy = '', name = ''] = CAT.token.split('.')
  const path = `${policy}.${name}?unspent`
  const [launched, script] = [launch(), operations.curve.scriptHash]
  const [stake, one] = [ANNA.slice(58), { [CAT.token]: 1n }]
  const addresses = [`11${script}${stake}`, `31${script}${stake}`, `51${script}810000`, `71${script}`]
  const at = transaction({ outputs: [ANNA, BEN, ...addresses].map((address) => output(address, 1n, one)) })
  append(launched)
  append(at)
  const found = [`0@${launched.id}`, ...[0, 1, 2, 3, 4, 5].map((index) => `${index}@${at.id}`)]
  assert.deepEqual((await places(path)).sort(), found.sort())
  const others = (address: Hex) =>
    transaction({ salt: address, outputs: Array(25_000).fill(output(address, 1n)) })
  append(others(ANNA))
  assert.equal((await places(path)).length, 7)
  append(others(BEN))
  const { status, body } = await ask(`/matches/${path}`)
  assert.equal(status, 400)
  assert.match(body.hint, /more than 50000 would have to be checked/)
})

test('health is 200 up to 100 blocks behind the node, 202 beyond or without its tip, and 503 unconnected', async (t) => {
  const { append, ask, directory } = await begin(t)
  const { slot, id } = append().point
  const folding = { problem: null, isPassing: false, rate: 0, refolding: [], at: Date.now() }
  for (const [state, behind, status] of [
    ['following', 0, 200],
    ['syncing', 100, 200],
    ['following', 101, 202],
    ['following', null, 202],
    ['connecting', 0, 503],
    ['waiting', 0, 503],
    ['stopped', 0, 503],
  ] as const) {
    const nodeTip = behind === null ? null : { slot: 4 * slot, id, height: 2 + behind }
    const following = { state, problem: null, nodeTip, logEnd: null, isRecorded: false, at: Date.now() }
    writeReports(directory, { following, folding })
    const { status: given, body } = await ask('/health')
    const { connection_status, most_recent_node_tip, network_synchronization: share } = body
    assert.deepEqual(
      [given, connection_status, most_recent_node_tip, share],
      [status, status === 503 ? 'disconnected' : 'connected', nodeTip?.slot ?? null, nodeTip && 0.25],
    )
  }
})
