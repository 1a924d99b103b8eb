// Arithmetic and derivations, compared with numbers of real trades, quotes and orders.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Rows, samples, styleOf } from '../../fixtures/samples/protocol-samples.ts'
import type { OutputReference } from '../primitives.ts'
import { feeNumerator, reservesOf, swapOutput } from './amm.ts'
import {
  A_DENOMINATOR,
  buyTokens,
  EMISSION,
  lovelaceToBuy,
  marketCap,
  sellLovelace,
  soldTokens,
  spotPrice,
} from './curve.ts'
import { decodeLimitOrder } from './datums/limit-order.ts'
import { limitOrderBeacon, lpTokenName, poolNftName } from './derivations.ts'
import { feeOn, netOf } from './fees.ts'

const integer = (text: string | undefined): bigint => BigInt(text ?? assert.fail('a number is missing'))
const pick = (row: Readonly<Record<string, string>>, ...names: string[]) =>
  names.map((name) => integer(row[name]))

const reference = (text: string | undefined): OutputReference => {
  const [transaction, index] = (text ?? '').split('#')
  return { transaction: transaction ?? '', index: Number(index) }
}

const checkTrades = (rows: Rows) => {
  for (const row of rows) {
    const [aNum = 0n, bNum = 0n, sold = 0n, input = 0n, output = 0n] = pick(row, 'a', 'b', 's0', 'in', 'out')
    const params = { aNum, bNum }
    if (row.side === 'buy') assert.equal(buyTokens(params, sold, input), output)
    else if (row.side === 'sell') assert.equal(sellLovelace(params, sold, input), output)
    else assert.equal(lovelaceToBuy(params, sold, output), input)
  }
}

const checkFills = (rows: Rows) => {
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
    // The last row is the order of the previous row, written with definite lengths.
    const isDefinite = from === 'beacon test, in definite lengths'
    const cbor = datums.get(isDefinite ? 'beacon test' : from)
    const order = decodeLimitOrder(cbor ?? '')
    assert.ok(cbor !== undefined && order !== undefined, from)
    const style = isDefinite ? 'definite' : styleOf(cbor)
    assert.equal(limitOrderBeacon(reference(row.seed), Number(row.orderIndex), order, style), row.beacon)
  }
}

const checkDerivations = (rows: Rows) => {
  const [nft, lp, ...policies] = rows
  assert.equal(poolNftName(reference(nft?.oref)), nft?.name)
  assert.equal(lpTokenName(reference(nft?.oref), integer(lp?.emission)), lp?.name)
  // The compiled script of the policies is not among the samples, so they cannot be derived here.
  assert.deepEqual(
    policies.map((row) => Object.keys(row)),
    [
      ['what', 'seed', 'policy'],
      ['what', 'seed', 'policy'],
    ],
  )
}

/**
 * Coefficient a of deployments whose b is 0 (docs/launchpad-on-chain.md, "Tiers"). The first step of the documented search already gives
 * all of them.
 */
const checkCoefficients = (rows: Rows) => {
  for (const row of rows) {
    const reduced = integer(row.cap) - 1_000_000n
    assert.equal((64n * A_DENOMINATOR * reduced) / (9n * EMISSION ** 3n), integer(row.aNum))
  }
}

const checkNumbers = (name: string, rows: Rows, datums: ReadonlyMap<string, string>): void => {
  if (name === 'curve: aNum for cap') checkCoefficients(rows)
  else if (name === 'curve: buy/sell') checkTrades(rows)
  else if (name === 'curve: real chain fills') checkFills(rows)
  else if (name.startsWith('marketCap')) checkMarketCaps(rows)
  else if (name.startsWith('royalty pool swaps')) checkSwaps(rows)
  else if (name === 'AMM misc quotes') checkQuotes(rows)
  else if (name.startsWith('beacon')) checkBeacons(rows, datums)
  else if (name.startsWith('nft/lp/token')) checkDerivations(rows)
  else assert.fail(`nothing checks ${name}`)
}

/** A sample's datum, or that of a transaction's first output. */
const datumOf = (name: string) => {
  const sample = samples.find((candidate) => candidate.name.includes(name))
  if (sample?.type === 'tx') return sample.decoded.outputs[0]?.inlineDatumCbor ?? ''
  return sample?.type === 'datum' ? sample.cborHex : ''
}

const datums = new Map([
  ['TX_FUN_1 output 0', datumOf('TX_FUN_1')],
  ['TX_ORD output 0', datumOf('TX_ORD')],
  ['beacon test', datumOf('beacon test')],
])

test('there are eight samples of numbers', () => {
  assert.equal(samples.filter((sample) => sample.type === 'numeric').length, 8)
})

for (const sample of samples) {
  if (sample.type === 'numeric') {
    test(`sample: ${sample.name}`, () => checkNumbers(sample.name, sample.decoded, datums))
  }
}
