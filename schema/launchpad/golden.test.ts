// Real transactions, outputs and datums, with what they are known to say, against the codecs and the arithmetic.
// The samples are a file outside the project (see REAL_CHAIN_DATA); the numbers of it that are public facts stand
// in the other tests too, which run without it.
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { decodePlutusData, encodePlutusData, type PlutusData, type PlutusStyle } from '../plutus-data.ts'
import type { OutputReference } from '../primitives.ts'
import { type Credential, networkIdOf, type PlutusAddress, parseRawAddress, rawAddress } from './address.ts'
import { afterSwap, feeNumerator, reservesOf, swapOutput } from './amm.ts'
import { buyTokens, lovelaceToBuy, marketCap, sellLovelace, soldTokens, spotPrice } from './curve.ts'
import { decodeCurvePool, encodeCurvePool } from './curve-pool.ts'
import { decodeCurvePoolT2t } from './curve-pool-t2t.ts'
import { limitOrderBeacon, lpTokenName, poolNftName } from './derivations.ts'
import { decodeFeeSwitchPool, encodeFeeSwitchPool, type FeeSwitchPool } from './fee-switch-pool.ts'
import { feeOn, netOf } from './fees.ts'
import { decodeInstantOrder, encodeInstantOrder } from './instant-order.ts'
import { decodeInstantOrderV1, encodeInstantOrderV1 } from './instant-order-v1.ts'
import { decodeLimitOrder, encodeLimitOrder, type LimitOrder } from './limit-order.ts'
import { decodeCurveRedeemer, decodeOrderRedeemer } from './redeemers.ts'
import { decodeRoyaltyPool, encodeRoyaltyPool } from './royalty-pool.ts'
import { coefficientForCap } from './tier.ts'
import { decodeVestingLock, encodeVestingLock } from './vesting-lock.ts'

/** Numbers, texts, lists and objects: what a sample says, before its kind is known. */
type Json = string | number | null | readonly Json[] | { readonly [key: string]: Json }
type Decoded = { readonly layout: string; readonly data?: Constructed } & { readonly [key: string]: Json }
type Constructed =
  | number
  | string
  | readonly Constructed[]
  | { readonly c: number; readonly f: readonly Constructed[] }

interface Output {
  readonly address: {
    readonly hex: string
    readonly network: string
    readonly payment: Credential
    readonly stake: Credential | null
  }
  readonly lovelace: string
  readonly assets: Readonly<Record<string, string>>
  readonly inlineDatumCbor?: string
  readonly decodedDatum?: Decoded
  readonly datum?: Decoded
}

interface Transaction {
  readonly inputs: readonly string[]
  readonly outputs: readonly Output[]
  readonly redeemers?: readonly { readonly tag: number; readonly data: Constructed }[]
}

type Entry = { readonly name: string; readonly cborHex: string } & (
  | { readonly type: 'tx'; readonly decoded: Transaction }
  | { readonly type: 'utxo'; readonly decoded: Output }
  | { readonly type: 'datum'; readonly decoded: Decoded }
  | { readonly type: 'numeric'; readonly decoded: readonly Readonly<Record<string, string>>[] }
)

// Our values, put the way the samples put them.

const credentials = (list: readonly Credential[]) => list.map((item) => ({ wrapped: 'Inline', ...item }))
const address = ({ payment, stake }: PlutusAddress) => ({ payment, stake: stake ?? null })
const digits = <T extends Record<string, unknown>>(value: T) =>
  Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, typeof item === 'bigint' ? `${item}` : item]),
  )
const price = (ratio: { numerator: bigint; denominator: bigint }) => ({
  num: `${ratio.numerator}`,
  denom: `${ratio.denominator}`,
})

interface Layout {
  readonly decode: (cbor: string) => Readonly<Record<string, unknown>> | undefined
  /** Absent where datums of the kind are only read. */
  readonly rewrite?: (cbor: string, style: PlutusStyle) => string | undefined
}

const layout = <T extends object>(
  decode: (cbor: string) => T | undefined,
  show: (value: T) => Readonly<Record<string, unknown>>,
  encode?: (value: T, style: PlutusStyle) => string,
): Layout => {
  const shown = (cbor: string) => {
    const value = decode(cbor)
    return value === undefined ? undefined : digits({ ...show(value) })
  }
  if (encode === undefined) return { decode: shown }
  const rewrite = (cbor: string, style: PlutusStyle) => {
    const value = decode(cbor)
    return value === undefined ? undefined : encode(value, style)
  }
  return { decode: shown, rewrite }
}

const showLimitOrder = (order: LimitOrder) => ({
  tag: '00',
  ...order,
  basePrice: price(order.basePrice),
  redeemerAddress: address(order.redeemerAddress),
})

const showFeeSwitch = ({ nft, lpToken, ...pool }: FeeSwitchPool) => ({
  poolNft: nft,
  assetLq: lpToken,
  ...pool,
  lpFeeNum: Number(pool.lpFeeNum),
  treasuryFeeNum: Number(pool.treasuryFeeNum),
  daoPolicy: credentials(pool.daoPolicy),
})

const t2t = layout(decodeCurvePoolT2t, ({ nft, cap, accumulatedFee, witnesses, ...pool }) => ({
  poolNft: nft,
  capThreshold: cap,
  ...pool,
  rest: witnesses.length === 3 ? [Number(accumulatedFee), ...witnesses] : witnesses,
}))

const layouts: Readonly<Record<string, Layout>> = {
  'curvePool(9)': layout(
    decodeCurvePool,
    ({ nft, token, adaCap, ...pool }) => ({
      poolNft: nft,
      assetX: '.',
      assetY: token,
      adaCapThreshold: adaCap,
      ...pool,
    }),
    encodeCurvePool,
  ),
  'curvePoolT2T(9)': t2t,
  'curvePoolT2T(11)': t2t,
  'instantOrder(10)': layout(
    decodeInstantOrder,
    (order) => ({
      tag: '01',
      ...order,
      basePrice: price(order.basePrice),
      redeemerAddress: address(order.redeemerAddress),
    }),
    encodeInstantOrder,
  ),
  'instantOrderV1(12)': layout(
    decodeInstantOrderV1,
    (order) => ({
      tag: '01',
      ...order,
      basePrice: price(order.basePrice),
      redeemerAddress: address(order.redeemerAddress),
    }),
    encodeInstantOrderV1,
  ),
  'limitOrder(12)': layout(decodeLimitOrder, showLimitOrder, encodeLimitOrder),
  'royaltyPoolV1(15)': layout(
    decodeRoyaltyPool,
    ({ nft, lpToken, ...pool }) => ({
      poolNft: nft,
      assetLq: lpToken,
      ...pool,
      lpFeeNum: Number(pool.lpFeeNum),
      treasuryFeeNum: Number(pool.treasuryFeeNum),
      royaltyFeeNum: Number(pool.royaltyFeeNum),
      daoPolicy: credentials(pool.daoPolicy),
      nonce: Number(pool.nonce),
    }),
    encodeRoyaltyPool,
  ),
  'feeSwitch(11)': layout(decodeFeeSwitchPool, showFeeSwitch, encodeFeeSwitchPool),
  'liquidityLocker(2)': layout(decodeVestingLock, (lock) => ({ ...lock }), encodeVestingLock),
}

/** The kinds of which no codec reads a datum, by the layout a sample gives it. */
const UNREAD = ['royaltyPoolV2(19)']

/** Samples that are shown as plain data although one of our codecs reads them. */
const READ_RAW: Readonly<Record<string, string>> = {
  'preprod: limit-order batch tx from testing scripts': 'limitOrder(12)',
  'FeeSwitch pool datum sample': 'feeSwitch(11)',
}

const readersOf = (cbor: string) =>
  Object.entries(layouts).flatMap(([name, { decode }]) => (decode(cbor) === undefined ? [] : [name]))

const plain = (data: Constructed): PlutusData => {
  if (typeof data === 'number') return BigInt(data)
  if (typeof data === 'string') return data.length === 19 && /^\d+$/.test(data) ? BigInt(data) : data
  if ('f' in data) return { constructor: data.c, fields: data.f.map(plain) }
  return data.map(plain)
}

const styleOf = (cbor: string): PlutusStyle => (cbor.slice(4, 6) === '9f' ? 'indefinite' : 'definite')

const checkDatum = (entry: string, cbor: string, decoded: Decoded) => {
  const data = decodePlutusData(cbor)
  assert.ok(data !== undefined)
  if (decoded.layout === 'raw') {
    const expected = READ_RAW[entry]
    assert.deepEqual(data, plain(decoded.data ?? []))
    assert.deepEqual(readersOf(cbor), expected === undefined ? [] : [expected])
    return
  }
  if (UNREAD.includes(decoded.layout)) {
    assert.deepEqual(readersOf(cbor), [])
    return
  }
  const codec = layouts[decoded.layout]
  assert.ok(codec !== undefined, `no codec for ${decoded.layout}`)
  assert.deepEqual({ layout: decoded.layout, ...codec.decode(cbor) }, decoded)
  assert.deepEqual(
    readersOf(cbor).filter((name) => layouts[name] !== codec),
    [],
  )
  // Only datums written in one style throughout come back byte for byte.
  const style = styleOf(cbor)
  const uniform = encodePlutusData(data, style) === cbor
  assert.equal(uniform, !entry.startsWith('mainnet: instant order (current)'))
  assert.equal(codec.rewrite?.(cbor, style) ?? cbor, uniform ? cbor : encodePlutusData(data, style))
}

const checkOutput = (entry: string, output: Output) => {
  const parsed = parseRawAddress(output.address.hex)
  assert.ok(parsed !== undefined)
  assert.deepEqual(address(parsed.address), { payment: output.address.payment, stake: output.address.stake })
  assert.equal(parsed.network, networkIdOf(output.address.network === 'mainnet' ? 'mainnet' : 'preprod'))
  assert.equal(rawAddress(parsed.address, parsed.network), output.address.hex)
  const decoded = output.decodedDatum ?? output.datum
  if (output.inlineDatumCbor === undefined || decoded === undefined)
    assert.equal(decoded, output.inlineDatumCbor)
  else checkDatum(entry, output.inlineDatumCbor, decoded)
}

const checkTransaction = (entry: string, { inputs, outputs, redeemers = [] }: Transaction) => {
  for (const output of outputs) checkOutput(entry, output)
  const spends = redeemers.filter((redeemer) => redeemer.tag === 0)
  for (const { data } of spends) {
    const cbor = encodePlutusData(plain(data), 'definite')
    const curve = decodeCurveRedeemer(cbor)
    if (curve === undefined) assert.equal(decodeOrderRedeemer(cbor), 'execute')
    else {
      assert.ok(curve.input < inputs.length && curve.input === curve.output)
      assert.equal(curve.action, entry.includes('GRADUATION') ? 'factory' : 'trade')
    }
  }
}

const integer = (text: string | undefined): bigint => BigInt(text ?? assert.fail('a number is missing'))
const pick = (row: Readonly<Record<string, string>>, ...names: string[]) =>
  names.map((name) => integer(row[name]))

const reference = (text: string | undefined): OutputReference => {
  const [transaction, index] = (text ?? '').split('#')
  return { transaction: transaction ?? '', index: Number(index) }
}

type Rows = readonly Readonly<Record<string, string>>[]
type Fills = readonly { readonly fills?: readonly (readonly [string, string])[] }[]

const checkTrades = (rows: Rows) => {
  for (const row of rows) {
    const [aNum = 0n, bNum = 0n, sold = 0n, input = 0n, output = 0n] = pick(row, 'a', 'b', 's0', 'in', 'out')
    const params = { aNum, bNum }
    if (row.side === 'buy') assert.equal(buyTokens(params, sold, input), output)
    else if (row.side === 'sell') assert.equal(sellLovelace(params, sold, input), output)
    else assert.equal(lovelaceToBuy(params, sold, output), input)
  }
}

const checkFills = (rows: Rows & Fills) => {
  const [batch, sale, launch] = rows
  assert.ok(batch !== undefined && sale !== undefined && launch !== undefined)
  const curve = { aNum: 122525779519n, bNum: 2545182n }
  let sold = 0n
  let paid = 0n
  for (const [index, [gross, tokens]] of (batch.fills ?? []).entries()) {
    const net = netOf(BigInt(gross), 100n)
    assert.equal(BigInt(tokens) - buyTokens(curve, sold, net), index === 0 ? 4n : 0n)
    sold += BigInt(tokens)
    paid += net
  }
  assert.equal(buyTokens(curve, 0n, paid), sold)
  const out = sellLovelace(curve, integer(sale.s0), integer(sale.in))
  assert.deepEqual([out, feeOn(out, 100n)], pick(sale, 'out', 'fee'))
  assert.equal(netOf(out, 100n) + 1_500_000n, integer(sale.userLovelace))
  assert.equal(buyTokens(curve, 0n, integer(launch.in)), integer(launch.out))
}

const checkMarketCaps = (rows: Rows) => {
  for (const row of rows) {
    const [aNum = 0n, bNum = 0n, reserve = 0n, cap] = pick(row, 'a', 'b', 'y', 'marketCap')
    assert.equal(marketCap(spotPrice({ aNum, bNum }, soldTokens(reserve))), cap)
  }
}

const checkSwaps = (rows: Rows) => {
  assert.equal(rows.length, 14)
  for (const row of rows) {
    const [x = 0n, y = 0n, treasuryX = 0n, treasuryY = 0n, input = 0n] = pick(
      row,
      'x',
      'y',
      'treasuryX',
      'treasuryY',
      'in',
    )
    const fees = { lpFeeNum: 99100n, treasuryFeeNum: 50n, royaltyFeeNum: 50n }
    const pool = { ...fees, treasuryX, treasuryY, royaltyX: treasuryX, royaltyY: treasuryY }
    const reserves = reservesOf(pool, x, y)
    const forward = { input: reserves.x, output: reserves.y }
    const sides = row.dir === 'XY' ? forward : { input: reserves.y, output: reserves.x }
    assert.equal(swapOutput(sides, feeNumerator(pool), input), integer(row.out))
  }
}

const checkQuotes = (rows: Rows) => {
  const [first, second, third, fourth, update] = rows
  assert.deepEqual(Object.keys(update ?? {}), ['treasuryUpdate'])
  const fees = { lpFeeNum: 99000n, treasuryFeeNum: 10n, treasuryX: 11500n, treasuryY: 0n }
  assert.equal(afterSwap(fees, 'x', 900000000n).treasuryX, 101500n)
  for (const [row, request] of [
    [first, first],
    [first, second],
    [third, third],
    [fourth, fourth],
  ] as const) {
    assert.ok(row !== undefined && request !== undefined)
    const [x = 0n, y = 0n, treasuryX = 0n, treasuryY = 0n] = pick(row, 'x', 'y', 'treasuryX', 'treasuryY')
    const [royaltyX, royaltyY] = [BigInt(row.royaltyX ?? 0), BigInt(row.royaltyY ?? 0)]
    const pool = {
      lpFeeNum: BigInt(row.f ?? 0),
      treasuryFeeNum: 0n,
      treasuryX,
      treasuryY,
      royaltyX,
      royaltyY,
    }
    const reserves = reservesOf(pool, x, y)
    const forward = { input: reserves.x, output: reserves.y }
    const sides = row.dir === 'YX' ? { input: reserves.y, output: reserves.x } : forward
    assert.equal(swapOutput(sides, feeNumerator(pool), integer(request.in)), integer(request.out))
  }
}

const checkBeacons = (rows: Rows, datums: ReadonlyMap<string, string>) => {
  for (const row of rows) {
    const from = row.datumFrom ?? ''
    // The order of the last row is that of the row before it, written with definite lengths.
    const cbor = datums.get(from.startsWith('spotOrderBeacon') ? 'limit.rs:589' : from)
    const order = decodeLimitOrder(cbor ?? '')
    assert.ok(cbor !== undefined && order !== undefined, from)
    const style = from.startsWith('spotOrderBeacon') ? 'definite' : styleOf(cbor)
    assert.equal(limitOrderBeacon(reference(row.seed), Number(row.orderIndex), order, style), row.beacon)
  }
}

const checkDerivations = (rows: Rows) => {
  const [nft, lp, ...policies] = rows
  assert.equal(poolNftName(reference(nft?.oref)), nft?.name)
  assert.equal(lpTokenName(reference(nft?.oref), integer(lp?.emission)), lp?.name)
  // The policies follow from a compiled script that is not among the samples.
  assert.deepEqual(
    policies.map((row) => Object.keys(row)),
    [
      ['what', 'seed', 'policy'],
      ['what', 'seed', 'policy'],
    ],
  )
}

const checkNumbers = (name: string, rows: Rows, datums: ReadonlyMap<string, string>): void => {
  if (name === 'curve: aNum for cap') {
    for (const row of rows) assert.equal(coefficientForCap(integer(row.cap)), integer(row.aNum))
  } else if (name === 'curve: buy/sell') checkTrades(rows)
  else if (name === 'curve: real chain fills') checkFills(rows)
  else if (name.startsWith('marketCap')) checkMarketCaps(rows)
  else if (name.startsWith('royalty pool swaps')) checkSwaps(rows)
  else if (name === 'AMM misc quotes') checkQuotes(rows)
  else if (name.startsWith('beacon')) checkBeacons(rows, datums)
  else if (name.startsWith('nft/lp/token')) checkDerivations(rows)
  else assert.fail(`nothing checks ${name}`)
}

const realData =
  process.env.REAL_CHAIN_DATA ?? fileURLToPath(new URL('../../../shared/data', import.meta.url))
const file = `${realData}/golden.json`

if (existsSync(file)) {
  const golden: Readonly<Record<string, Entry>> = JSON.parse(readFileSync(file, 'utf8'))
  const entries = Object.values(golden)
  const output = (name: string) => {
    const entry = entries.find((candidate) => candidate.name.includes(name))
    return entry?.type === 'tx' ? (entry.decoded.outputs[0]?.inlineDatumCbor ?? '') : (entry?.cborHex ?? '')
  }
  const datums = new Map([
    ['TX_FUN_1 output 0', output('TX_FUN_1')],
    ['TX_ORD output 0', output('TX_ORD')],
    ['limit.rs:589', output('beacon test')],
  ])

  test('there are forty samples', () => assert.equal(entries.length, 40))

  for (const entry of entries) {
    test(`sample: ${entry.name}`, () => {
      if (entry.type === 'tx') checkTransaction(entry.name, entry.decoded)
      else if (entry.type === 'utxo') checkOutput(entry.name, entry.decoded)
      else if (entry.type === 'datum') checkDatum(entry.name, entry.cborHex, entry.decoded)
      else checkNumbers(entry.name, entry.decoded, datums)
    })
  }
} else {
  test('real samples', { skip: `${file} is absent; set REAL_CHAIN_DATA` }, () => {})
}
