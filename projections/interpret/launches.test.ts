// The event of a launch: its amounts, its tier, and its token's metadata in either form, even if malformed.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { OutputEvent, TransactionEvent } from '../../schema/events.ts'
import { EMISSION, SEED, spotPrice } from '../../schema/launchpad/curve.ts'
import { encodeLaunchMetadata, type LaunchMetadata } from '../../schema/launchpad/datums/launch-metadata.ts'
import { launchAmounts } from '../../schema/launchpad/launch.ts'
import { codePoint } from '../../tests/kit/code-point.ts'
import { launchInfo } from '../testing/launched-event.ts'
import type { LaunchInfo } from './launch-info.ts'
import { protocolOf } from './protocol.ts'
import {
  type Compared,
  curveOutput,
  curvePool,
  hash,
  made,
  onCurve,
  operations,
  orderAddress,
  output,
  transaction,
  World,
  walletAddress,
} from './testing/interpreted.ts'

const CAT = curvePool('Cat')
const CREATOR = walletAddress('creator')
const AUTHOR = { paymentKey: hash('creator', 28), stakeKey: hash('stake of creator', 28) }
const NOTHING_SAID = launchInfo({ ticker: '', author: AUTHOR })

interface Says {
  readonly metadataOutput?: OutputEvent
  readonly metadata?: Readonly<Record<string, unknown>>
  /** As a node sends them, instead of `metadata`. */
  readonly labels?: Readonly<Record<string, unknown>>
  readonly deposit?: bigint
}

/** A launch's creator depends on the spent outputs. */
const infoSpending = (of: TransactionEvent, ...spent: readonly OutputEvent[]): LaunchInfo => {
  const world = new World()
  const before = transaction({ outputs: spent, salt: 'before' })
  world.block(before)
  const inputs = spent.map((_, index) => made(before, index))
  const [event] = world.block({ ...of, inputs })
  assert.ok(event?.kind === 'launched')
  return event.info
}

const launch = ({ metadataOutput, metadata, labels, deposit = 0n }: Says = {}): TransactionEvent => {
  const { poolLovelace, poolTokens, creatorTokens } = launchAmounts(CAT, deposit)
  const bought = creatorTokens === 0n ? [] : [output(CREATOR, 1_200_000n, { [CAT.token]: creatorTokens })]
  const launched = transaction({
    outputs: [
      ...(metadataOutput === undefined ? [] : [metadataOutput]),
      output(walletAddress('fees'), 1_825_000n),
      curveOutput(CAT, poolLovelace, poolTokens),
      ...bought,
      output(CREATOR, 70_000_000n),
    ],
    mint: { [CAT.nft]: 1n, [CAT.token]: EMISSION },
    ...(metadata === undefined ? undefined : { metadata }),
  })
  return labels === undefined
    ? launched
    : { ...launched, metadata: new Map([['721', JSON.stringify(labels)]]) }
}

const launched = (of: TransactionEvent, deposit = 0n, info = NOTHING_SAID): Compared<'launched'> => {
  const { poolLovelace, poolTokens } = launchAmounts(CAT, deposit)
  return {
    kind: 'launched',
    ...onCurve(
      of,
      of.outputs.findIndex(({ assets }) => assets.some(({ asset }) => asset === CAT.nft)),
      CAT,
      { lovelace: poolLovelace, tokens: poolTokens },
    ),
    datum: CAT,
    tier: '69k',
    initialPrice: spotPrice(CAT, 0n),
    info,
  }
}

const purchased = (of: TransactionEvent, deposit: bigint): Compared<'traded'> => {
  const { datum, tier, initialPrice, info, kind, ...state } = launched(of, deposit)
  const index = of.outputs.findIndex(({ address, assets }) => address === CREATOR && assets.length > 0)
  return {
    kind: 'traded',
    ...state,
    venue: 'curve',
    side: 'buy',
    lovelace: deposit,
    tokens: launchAmounts(CAT, deposit).creatorTokens,
    percentageFee: 0n,
    executorFee: 0n,
    priceBefore: initialPrice,
    order: made(of, index),
    trader: CREATOR,
    launchBuyer: CREATOR,
  }
}

const METADATA: LaunchMetadata = {
  token: CAT.token,
  ticker: 'CAT',
  logoCid: 'QmXFXDACcQySZ4iijEvz6rPN2LnkKW82Azyea2DptK5Fym',
  description: 'Nine lives — 九命',
  launchType: 0,
  author: { pkh: hash('author', 28), skh: hash('stake of author', 28) },
  socials: { twitter: 'https://x.com/cat', discord: '', telegram: '@cat', website: '' },
  version: 1n,
}

const METADATA_ADDRESS = walletAddress('metadata')
const metadataOutput = (datum: string): OutputEvent => output(METADATA_ADDRESS, 2_534_280n, {}, datum)

const infoOf = (of: TransactionEvent): LaunchInfo => {
  const [event, ...others] = new World().block(of)
  assert.ok(event?.kind === 'launched' && others.every(({ kind }) => kind === 'traded'))
  return event.info
}

test('the first purchase belongs to the first wallet that received tokens, and without a wallet to nobody', () => {
  const of = launch({ deposit: 132_500_000n })
  const { launchBuyer, ...trade } = purchased(of, 132_500_000n)
  const at = of.outputs.findIndex(({ address, assets }) => address === CREATOR && assets.length > 0)
  const atContract = output(orderAddress('instant'), 1_200_000n, { [CAT.token]: 1n })
  const rest = output(CREATOR, 1_200_000n, { [CAT.token]: trade.tokens - 1n })
  const split = { ...of, outputs: [...of.outputs.with(at, atContract), rest] }
  assert.deepEqual(new World().block(split)[1], {
    ...trade,
    order: made(split, of.outputs.length),
    launchBuyer,
  })
  const all = output(orderAddress('instant'), 1_200_000n, { [CAT.token]: trade.tokens })
  const sold = { ...of, outputs: of.outputs.with(at, all) }
  assert.deepEqual(new World().block(sold)[1], { ...trade, order: null, trader: null })
})

test('lovelace in a new pool that bought nothing is no trade', () => {
  const { poolLovelace, poolTokens } = launchAmounts(CAT, 0n)
  const of = transaction({
    outputs: [curveOutput(CAT, poolLovelace + 5n, poolTokens), output(CREATOR, 1_000_000n)],
    mint: { [CAT.nft]: 1n, [CAT.token]: EMISSION },
  })
  assert.deepEqual(
    new World().block(of).map(({ kind }) => kind),
    ['launched'],
  )
})

test('a launch says what its metadata output says, hyped or not', () => {
  for (const launchType of [0, 1] as const) {
    const datum = encodeLaunchMetadata({ ...METADATA, launchType }, 'definite')
    const of = launch({ metadataOutput: metadataOutput(datum), deposit: 5_000_000n })
    const info: LaunchInfo = {
      ticker: 'CAT',
      logoCid: METADATA.logoCid,
      description: METADATA.description,
      hyped: launchType === 1,
      author: AUTHOR,
      socials: { twitter: 'https://x.com/cat', discord: null, telegram: '@cat', website: null },
      output: made(of, 0),
      assetType: 'Meme',
    }
    assert.deepEqual(new World().block(of), [launched(of, 5_000_000n, info), purchased(of, 5_000_000n)])
  }
})

test('a tier is known by coefficients and cap together, and a pool of none is listed without one where that is admitted', () => {
  const open = protocolOf({ ...operations, curve: { ...operations.curve, listUnknownTiers: true } })
  const [policy] = CAT.token.split('.')
  assert.ok(policy !== undefined)
  for (const [change, tier] of [
    [{ aNum: 177_128_257_607n, bNum: 6_901_746n, adaCap: 27_504_849_940n }, '100k'],
    [{ adaCap: 27_504_849_940n }, null],
  ] as const) {
    const pool = curvePool('Cat', change)
    const of = transaction({
      outputs: [curveOutput(pool, SEED, EMISSION), output(CREATOR, 1_000_000n)],
      mint: { [pool.nft]: 1n, [pool.token]: EMISSION },
    })
    assert.deepEqual(new World(open).block(of), [
      { ...launched(of), datum: pool, tier, price: spotPrice(pool, 0n), initialPrice: spotPrice(pool, 0n) },
    ])
  }
})

const [POLICY = '', NAME = ''] = CAT.token.split('.')
const cip25 = (entry: unknown, keys: readonly [string, string] = [POLICY, 'Cat']) => ({
  721: { [keys[0]]: { [keys[1]]: entry }, version: '1.0' },
})

test('the first launches speak by CIP-25, names by their text or by their hex', () => {
  const entry = { name: 'Cat', ticker: 'CAT', image: 'ipfs://QmCat', description: ['Nine ', 'lives'] }
  const info = { ...NOTHING_SAID, ticker: 'CAT', logoCid: 'QmCat', description: 'Nine lives' }
  assert.deepEqual(infoOf(launch({ metadata: cip25(entry) })), info)
  assert.deepEqual(infoOf(launch({ metadata: cip25(entry, [POLICY, NAME]) })), info)
  const split = { ...entry, image: ['ipfs://', 'ipfs/Qm', 'Cat'], description: 'Nine lives' }
  assert.deepEqual(infoOf(launch({ metadata: cip25(split) })), info)
})

/** Version 2 in nodes' form, without JSON. */
const inBytes = (entry: string): Says => ({
  labels: { cbor: `a2581c${POLICY}a1${headOf(NAME)}${NAME}${entry}6776657273696f6e02` },
})
const headOf = (hex: string): string => (0x40 + hex.length / 2).toString(16)
const utf8 = (text: string): string =>
  `78${text.length.toString(16).padStart(2, '0')}${Buffer.from(text).toString('hex')}`

test('names may be bytes, of which nodes send no JSON', () => {
  const entry = ['ticker', 'CAT', 'assetType', 'AI', 'description'].map(utf8).join('')
  const says = `a4${entry}82${utf8('Nine ')}${utf8('lives')}${utf8('image')}83${utf8('ipfs://')}01${utf8('QmCat')}`
  assert.deepEqual(infoOf(launch(inBytes(says))), {
    ...NOTHING_SAID,
    ticker: 'CAT',
    logoCid: 'QmCat',
    description: 'Nine lives',
    assetType: 'AI',
  })
})

type Detailed = Readonly<Record<string, unknown>>
const string = (text: string): Detailed => ({ string: text })
const map = (...pairs: readonly (readonly [Detailed, unknown])[]): Detailed => ({
  map: pairs.map(([k, v]) => ({ k, v })),
})

test('a node that was started with --metadata-detailed-schema says the same', () => {
  const entry = map(
    [{ int: 1 }, string('ticker')],
    [string('ticker'), string('CAT')],
    [string('image'), { list: ['ipfs://', 'QmCat'].map(string) }],
    [string('description'), { list: [string('Nine '), { int: 5 }, { bytes: '00' }, string('lives')] }],
    [string('assetType'), string('AI')],
  )
  const info = {
    ...NOTHING_SAID,
    ticker: 'CAT',
    logoCid: 'QmCat',
    description: 'Nine lives',
    assetType: 'AI',
  }
  const says = (policy: Detailed, name: Detailed, of: unknown = entry) =>
    infoOf(launch({ labels: { json: map([string('version'), { int: 2 }], [policy, map([name, of])]) } }))
  for (const name of [string('Cat'), string(NAME)]) assert.deepEqual(says(string(POLICY), name), info)
  assert.deepEqual(says({ bytes: POLICY }, { bytes: NAME }), info)
  assert.deepEqual(says({ bytes: POLICY }, { bytes: `${NAME}00` }), NOTHING_SAID)
  for (const broken of [null, 7, [], { map: 1 }, { map: [null, {}, { k: 'ticker' }] }, string('CAT')])
    assert.deepEqual(says(string(POLICY), string('Cat'), broken), NOTHING_SAID)
  assert.deepEqual(says(string(POLICY), string('Cat'), map([string('ticker'), { list: 7 }])), NOTHING_SAID)
  // A key of another node's JSON.
  const both = { ...map([string(POLICY), map([string('Cat'), entry])]), [POLICY]: { Cat: { ticker: 'OWN' } } }
  assert.deepEqual(infoOf(launch({ labels: { json: both } })), { ...NOTHING_SAID, ticker: 'OWN' })
})

test('the kind of a token is in its CIP-25 metadata, and Meme where they do not say another', () => {
  const of = metadataOutput(encodeLaunchMetadata(METADATA, 'definite'))
  const kindOf = (says: Says): string => infoOf(launch({ metadataOutput: of, ...says })).assetType
  const bytes = (assetType: string): Says => inBytes(`a1${utf8('assetType')}${assetType}`)
  assert.deepEqual([{ metadata: cip25({ assetType: 'AI' }) }, bytes(utf8('AI'))].map(kindOf), ['AI', 'AI'])
  const others = [
    {},
    ...['Meme', 'ai', ['AI'], 7].map((assetType) => ({ metadata: cip25({ assetType }) })),
    // Kinds that are a list, an integer, a text in parts or cut off; metadata that are no map; too many brackets.
    ...[`81${utf8('AI')}`, '07', '7f6141ff', '78ff'].map(bytes),
    ...['07', 'zz', '', '81'.repeat(8_000)].map((cbor) => ({ labels: { cbor } })),
    inBytes('81'.repeat(8_000)),
  ]
  assert.deepEqual(
    others.map(kindOf),
    others.map(() => 'Meme'),
  )
})

test('metadata of another policy or another name says nothing', () => {
  const entry = { ticker: 'DOG', image: 'ipfs://QmDog', description: 'Not a cat' }
  assert.deepEqual(infoOf(launch({ metadata: cip25(entry, [POLICY, 'Dog']) })), NOTHING_SAID)
  assert.deepEqual(infoOf(launch({ metadata: cip25(entry, [hash('other', 28), 'Cat']) })), NOTHING_SAID)
  const datum = encodeLaunchMetadata({ ...METADATA, token: `${POLICY}.00` }, 'definite')
  assert.deepEqual(infoOf(launch({ metadataOutput: metadataOutput(datum) })), NOTHING_SAID)
})

test('the metadata output takes precedence over CIP-25', () => {
  const of = launch({
    metadataOutput: metadataOutput(encodeLaunchMetadata(METADATA, 'definite')),
    metadata: cip25({ ticker: 'DOG', image: 'ipfs://QmDog' }),
  })
  assert.deepEqual([infoOf(of).ticker, infoOf(of).logoCid], ['CAT', METADATA.logoCid])
})

test('CIP-25 of wrong types says what is left of it', () => {
  for (const broken of [null, 7, 'text', [], [[]], { ticker: 5, image: {}, description: null }])
    assert.deepEqual(infoOf(launch({ metadata: cip25(broken) })), NOTHING_SAID)
  assert.deepEqual(
    infoOf(
      launch({ metadata: cip25({ ticker: ['C', 1, null, ['x'], 'AT'], image: '', description: { a: 1 } }) }),
    ),
    { ...NOTHING_SAID, ticker: 'CAT' },
  )
})

test('labels that are no JSON, or hold CBOR alone, say nothing', () => {
  for (const text of ['', '{"json":', '"json"', 'null', '{"cbor":"a0"}', `${'['.repeat(50_000)}`]) {
    const of = { ...launch(), metadata: new Map([['721', text]]) }
    assert.deepEqual(infoOf(of), NOTHING_SAID)
  }
})

test('names that JavaScript objects have of their own are not metadata', () => {
  for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
    const pool = curvePool(name)
    const of = transaction({
      outputs: [curveOutput(pool, SEED, EMISSION), output(CREATOR, 1_000_000n)],
      mint: { [pool.nft]: 1n, [pool.token]: EMISSION },
    })
    const [policy = ''] = pool.token.split('.')
    const entry = '{"ticker":"OK","__proto__":{"image":"ipfs://stolen","description":"stolen"}}'
    const empty = { ...of, metadata: new Map([['721', `{"json":{"${policy}":{}}}`]]) }
    assert.deepEqual(infoOf(empty), NOTHING_SAID)
    const named = { ...of, metadata: new Map([['721', `{"json":{"${policy}":{"${name}":${entry}}}}`]]) }
    assert.deepEqual(infoOf(named), { ...NOTHING_SAID, ticker: 'OK' })
    assert.equal(Object.getPrototypeOf({}).image, undefined)
  }
})

test('huge texts are cut, between characters', () => {
  const long = (most: number): string => `${'x'.repeat(most - 1)}🐈🐈`
  const { socials } = METADATA
  const datum = encodeLaunchMetadata(
    { ...METADATA, ticker: long(32), description: long(1_000), socials: { ...socials, website: long(300) } },
    'definite',
  )
  const info = infoOf(launch({ metadataOutput: metadataOutput(datum) }))
  assert.deepEqual(
    [info.ticker, info.description, info.socials.website].map((text) =>
      text?.replace(/^x+$/, `${text.length}`),
    ),
    ['31', '999', '299'],
  )
  const chunks = Array.from({ length: 200 }, () => 'y'.repeat(64))
  assert.equal(infoOf(launch({ metadata: cip25({ description: chunks }) })).description, 'y'.repeat(1_000))
})

test('without metadata the author is who got the first buy, else the last wallet, else nobody', () => {
  const stranger = output(walletAddress('stranger'), 9_000_000n)
  const of = launch({ deposit: 5_000_000n })
  assert.deepEqual(infoOf({ ...of, outputs: [...of.outputs, stranger] }).author, AUTHOR)
  const script = output(`71${hash('script', 28)}`, 2_000_000n)
  assert.deepEqual(infoOf({ ...launch(), outputs: [...launch().outputs, script] }).author, AUTHOR)
  const enterprise = output(`61${AUTHOR.paymentKey}`, 2_000_000n)
  assert.deepEqual(infoOf({ ...launch(), outputs: [...launch().outputs, enterprise] }).author, {
    paymentKey: AUTHOR.paymentKey,
    stakeKey: '',
  })
  const alone = launch().outputs.filter(({ address }) => address.startsWith('31'))
  assert.equal(infoOf({ ...launch(), outputs: alone }).author, null)
})

test('the author is a key that spent an output, whatever the metadata say and whoever is paid', () => {
  const datum = encodeLaunchMetadata(METADATA, 'definite')
  const named = launch({ metadataOutput: metadataOutput(datum), deposit: 5_000_000n })
  const own = output(CREATOR, 9_000_000n)
  const authors = output(walletAddress('author'), 9_000_000n)
  const { pkh: paymentKey, skh: stakeKey } = METADATA.author
  assert.deepEqual(infoSpending(named, own, authors).author, { paymentKey, stakeKey })
  assert.deepEqual(infoSpending(named, own).author, AUTHOR)
  // Another key receives the last output and the first purchase, but spends no output.
  const given = named.outputs.map((each) =>
    each.address === CREATOR && each.assets.length > 0 ? { ...each, address: authors.address } : each,
  )
  const paying = { ...named, outputs: [...given, authors] }
  assert.deepEqual(infoSpending(paying, own).author, AUTHOR)
  // The spending key gets no change.
  const [change, bought] = [output(walletAddress('b'), 7_000_000n), output(walletAddress('c'), 2_000_000n)]
  const away = { ...named, outputs: [...named.outputs.slice(0, 3), bought, change] }
  assert.deepEqual(infoSpending(away, own).author, AUTHOR)
  assert.equal(infoSpending(away, output(`71${hash('script', 28)}`, 9_000_000n)).author, null)
})

test('no metadata, of whatever shape, keeps a launch from being reported', () => {
  const shape = fc.letrec((tie) => ({
    any: fc.oneof(
      { depthSize: 'small' },
      fc.string({ unit: codePoint }),
      fc.integer(),
      fc.constant(null),
      fc.array(tie('any')),
      fc.dictionary(
        fc.oneof(
          fc.constantFrom(POLICY, 'Cat', NAME, 'ticker', 'image', 'description', '__proto__'),
          fc.string(),
        ),
        tie('any'),
      ),
    ),
  })).any
  fc.assert(
    fc.property(fc.boolean(), shape, fc.uint8Array({ maxLength: 300 }), (isEntry, json, datum) => {
      const of = launch({
        metadata: isEntry ? cip25(json) : { 721: json },
        metadataOutput: metadataOutput(Buffer.from(datum).toString('hex')),
      })
      const info = infoOf(of)
      assert.deepEqual(new World().block(of), [launched(of, 0n, info)])
      for (const text of [info.ticker, info.logoCid, info.description]) assert.ok(text.length <= 2_000)
    }),
  )
})
