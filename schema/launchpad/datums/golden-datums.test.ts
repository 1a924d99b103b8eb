// Tests the codecs with real transactions, outputs and datums. A datum is accepted only by its own codec, which reads the known content and
// writes the same bytes back.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type Constructed,
  type Decoded,
  type Output,
  samples,
  styleOf,
  type Transaction,
} from '../../../fixtures/samples/protocol-samples.ts'
import { type Credential, networkIdOf } from '../../codecs/address.ts'
import {
  decodePlutusData,
  encodePlutusData,
  type PlutusData,
  type PlutusStyle,
} from '../../codecs/plutus-data.ts'
import { type PlutusAddress, parseRawAddress, rawAddress } from '../address.ts'
import { decodeCurvePool, encodeCurvePool } from './curve-pool.ts'
import { decodeCurvePoolT2t } from './curve-pool-t2t.ts'
import { decodeFeeSwitchPool, encodeFeeSwitchPool, type FeeSwitchPool } from './fee-switch-pool.ts'
import { decodeInstantOrder, encodeInstantOrder, type InstantOrder } from './instant-order.ts'
import { decodeInstantOrderV1, encodeInstantOrderV1, type InstantOrderV1 } from './instant-order-v1.ts'
import { decodeLimitOrder, encodeLimitOrder, type LimitOrder } from './limit-order.ts'
import { decodeCurveRedeemer, decodeOrderRedeemer } from './redeemers.ts'
import { decodeRoyaltyPool, encodeRoyaltyPool, type RoyaltyPool } from './royalty-pool.ts'
import { decodeVestingLock, encodeVestingLock } from './vesting-lock.ts'

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
  /** Absent if this kind is only read. */
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

const showOrder = (tag: string) => (order: LimitOrder | InstantOrder | InstantOrderV1) => ({
  tag,
  ...order,
  basePrice: price(order.basePrice),
  redeemerAddress: address(order.redeemerAddress),
})

const showPool = ({ nft, lpToken, ...pool }: FeeSwitchPool | RoyaltyPool) => ({
  poolNft: nft,
  assetLq: lpToken,
  ...pool,
  lpFeeNum: Number(pool.lpFeeNum),
  treasuryFeeNum: Number(pool.treasuryFeeNum),
  daoPolicy: credentials(pool.daoPolicy),
})

const t2t = layout(
  decodeCurvePoolT2t,
  ({ nft, assetX, assetY, aNum, bNum, permittedExecutor, cap, ...rest }) => ({
    ...{ poolNft: nft, assetX, assetY, aNum, bNum, permittedExecutor, capThreshold: cap },
    rest: Object.values(rest).map((field) => (typeof field === 'bigint' ? Number(field) : field)),
  }),
)

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
  'instantOrder(10)': layout(decodeInstantOrder, showOrder('01'), encodeInstantOrder),
  'instantOrderV1(12)': layout(decodeInstantOrderV1, showOrder('01'), encodeInstantOrderV1),
  'limitOrder(12)': layout(decodeLimitOrder, showOrder('00'), encodeLimitOrder),
  'royaltyPoolV1(15)': layout(
    decodeRoyaltyPool,
    (pool) => ({
      ...showPool(pool),
      royaltyFeeNum: Number(pool.royaltyFeeNum),
      nonce: Number(pool.nonce),
    }),
    encodeRoyaltyPool,
  ),
  'feeSwitch(11)': layout(decodeFeeSwitchPool, showPool, encodeFeeSwitchPool),
  'liquidityLocker(2)': layout(decodeVestingLock, (lock) => ({ ...lock }), encodeVestingLock),
}

/** No codec reads these kinds. Names are those of the samples. */
const UNREAD = ['royaltyPoolV2(19)']

/** Samples with plain data although a codec reads them. */
const READ_RAW: Readonly<Record<string, string>> = {
  'preprod: batch of limit orders': 'limitOrder(12)',
  'fee-switch pool datum': 'feeSwitch(11)',
}

const readersOf = (cbor: string) =>
  Object.entries(layouts).flatMap(([name, { decode }]) => (decode(cbor) === undefined ? [] : [name]))

const plain = (data: Constructed): PlutusData => {
  if (typeof data === 'number') return BigInt(data)
  if (typeof data === 'string') return data.length === 19 && /^\d+$/.test(data) ? BigInt(data) : data
  if ('f' in data) return { constructor: data.c, fields: data.f.map(plain) }
  return data.map(plain)
}

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
  // Only datums in one consistent style are written back byte for byte.
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

test('there are thirty-two samples of datums and outputs', () => {
  assert.equal(samples.filter((sample) => sample.type !== 'numeric').length, 32)
})

for (const sample of samples) {
  if (sample.type === 'numeric') continue
  test(`sample: ${sample.name}`, () => {
    if (sample.type === 'tx') checkTransaction(sample.name, sample.decoded)
    else if (sample.type === 'utxo') checkOutput(sample.name, sample.decoded)
    else checkDatum(sample.name, sample.cborHex, sample.decoded)
  })
}
