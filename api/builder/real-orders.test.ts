// Compares the recipes with orders of mainnet. The recipes rebuild the orders of recorded blocks exactly. Orders of every generation are
// cancelled as their contracts require.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { mainnetBusy } from '../../fixtures/chains/recorded-chains.ts'
import { samples } from '../../fixtures/samples/protocol-samples.ts'
import { readFrame } from '../../indexer/ogmios/chain-sync.ts'
import { paymentCredential } from '../../schema/codecs/address.ts'
import type { TransactionEvent } from '../../schema/events.ts'
import { type PlutusAddress, rawAddress } from '../../schema/launchpad/address.ts'
import { decodeInstantOrder } from '../../schema/launchpad/datums/instant-order.ts'
import { decodeInstantOrderV1 } from '../../schema/launchpad/datums/instant-order-v1.ts'
import {
  decodeLimitOrder,
  encodeLimitOrder,
  type LimitOrder,
} from '../../schema/launchpad/datums/limit-order.ts'
import { limitOrderBeacon } from '../../schema/launchpad/derivations.ts'
import { ADA, type Hex, type OutputReference } from '../../schema/primitives.ts'
import { outputOfEntity } from '../../schema/responses/entity-id.ts'
import { MAINNET } from '../testing/mainnet-configs.ts'
import { placeOrder } from './recipes/order.ts'
import { type Owner, ownerOf } from './recipes/owner.ts'
import { cancelOrder } from './recipes/take-back.ts'
import type { Terms } from './terms.ts'
import type { Utxo } from './transaction/utxo.ts'

interface Placed extends Utxo {
  readonly output: Utxo['output'] & { readonly datum: Hex }
  readonly inputs: readonly OutputReference[]
}

const transactionsOf = (line: string): readonly TransactionEvent[] => {
  const message = readFrame(line)
  return message.kind === 'forward' ? message.block.transactions : []
}

/** The other recorded limit orders paid different fees. */
const recorded: readonly Placed[] = gunzipSync(readFileSync(mainnetBusy.path))
  .toString()
  .trimEnd()
  .split('\n')
  .flatMap(transactionsOf)
  .flatMap(({ id, inputs, outputs }) =>
    outputs.flatMap(({ address, lovelace, assets, datum = '' }, index): Placed[] => {
      const order = decodeLimitOrder(datum)
      if (order?.fee !== MAINNET.fixedFee || order.costPerExStep !== MAINNET.networkFee) return []
      const output = { address, lovelace, assets, datum }
      return [{ reference: { transaction: id, index }, output, inputs }]
    }),
  )

/** The order that its owner places now. */
const placedAgain = (real: LimitOrder, reference: OutputReference) => {
  const side = real.input === ADA ? 'buy' : 'sell'
  const owner = ownerOf(rawAddress(real.redeemerAddress, 1), 1)
  const intent = {
    kind: 'limit',
    side,
    token: side === 'buy' ? real.output : real.input,
    amount: real.tradableInput,
    worstPrice: real.basePrice,
  } as const
  const seed = { reference, output: { address: owner.address, lovelace: 0n } }
  const terms = { ...MAINNET, ammExecutors: [...real.permittedExecutors] }
  return placeOrder(owner, intent, { now: 0, seed, terms })
}

test('real limit orders and their beacons come out byte for byte', () => {
  let made = 0
  for (const sample of samples) {
    if (sample.type !== 'tx' || !sample.name.includes('limit order gen (a) (TX_')) continue
    const { inputs, outputs } = sample.decoded
    const [real] = outputs
    const datum = real?.inlineDatumCbor ?? ''
    const decoded = decodeLimitOrder(datum)
    if (real === undefined || decoded === undefined) continue
    const { beacon: _, ...body } = decoded
    const seed = inputs
      .map((text) => outputOfEntity(text.replace('#', ':')))
      .find((reference) => limitOrderBeacon(reference, 0, body, 'definite') === decoded.beacon)
    const { recipe, beacon } = placedAgain(decoded, seed ?? assert.fail(sample.name))
    const [output] = recipe.outputs
    assert.deepEqual(
      [output?.datum, output?.lovelace, beacon],
      [datum, BigInt(real.lovelace), decoded.beacon],
      sample.name,
    )
    made += 1
  }
  assert.equal(made, 2)
})

test("the launchpad's limit orders of recorded blocks come out as they were", () => {
  assert.equal(recorded.length, 12)
  let inBytes = 0
  for (const { output, inputs } of recorded) {
    const real = decodeLimitOrder(output.datum) ?? assert.fail()
    const { recipe, beacon = '' } = placedAgain(real, inputs[0] ?? assert.fail())
    // The client of these orders computed beacons in another way.
    const outputs = recipe.outputs.map(({ datum = '', ...rest }) => ({
      ...rest,
      datum: datum.replace(beacon, real.beacon),
    }))
    // The client also mixed definite and indefinite lists.
    assert.deepEqual(outputs, [{ ...output, datum: encodeLimitOrder(real, 'definite') }])
    if (outputs[0]?.datum === output.datum) inBytes += 1
  }
  assert.equal(inBytes, 5)
})

const KINDS = {
  instant: decodeInstantOrder,
  'instant-v1': decodeInstantOrderV1,
  limit: decodeLimitOrder,
} as const

interface Order {
  readonly redeemerAddress: PlutusAddress
  readonly cancellationPkh: Hex
  readonly cancellationAfter?: bigint
}

const orders: readonly { readonly kind: keyof typeof KINDS; readonly utxo: Utxo }[] = [
  ...samples.flatMap((sample) => {
    if (sample.type !== 'utxo' || sample.decoded.address.network !== 'mainnet') return []
    const { address, lovelace, assets, inlineDatumCbor: datum } = sample.decoded
    if (datum === undefined) return []
    return [
      {
        reference: { transaction: 'ab'.repeat(32), index: 0 },
        output: {
          address: address.hex,
          lovelace: BigInt(lovelace),
          assets: Object.entries(assets).map(([asset, quantity]) => ({ asset, quantity: BigInt(quantity) })),
          datum,
        },
      },
    ]
  }),
  ...recorded,
].flatMap((utxo) => {
  const hash = paymentCredential(utxo.output.address)?.hash
  const contract = MAINNET.orders.find((each) => each.hash === hash)
  return contract === undefined ? [] : [{ kind: contract.kind, utxo }]
})

test('real orders of every generation are cancelled by their owner, whole, and not before their time', () => {
  const elsewhere = { transaction: 'cd'.repeat(32), index: 3 }
  // The config names no output with the contract of one generation.
  const terms: Terms = {
    ...MAINNET,
    orders: MAINNET.orders.map((contract) => ({ ...contract, reference: contract.reference ?? elsewhere })),
  }
  const cancelled: Record<string, number> = {}
  for (const { kind, utxo } of orders) {
    const { datum = '', lovelace, assets = [], address } = utxo.output
    const order: Order = KINDS[kind](datum) ?? assert.fail(kind)
    const owner = ownerOf(`61${order.cancellationPkh}`, 1)
    const after = Number(order.cancellationAfter ?? 0n)
    const cancel = (who: Owner, time: number, by = terms) => cancelOrder(who, utxo, by, { slot: 7, time })
    const known = MAINNET.orders.find(({ hash }) => hash === paymentCredential(address)?.hash)?.reference
    assert.deepEqual(cancel(owner, after), {
      spend: [{ utxo, redeemer: 'd87980' }],
      outputs: [{ address: rawAddress(order.redeemerAddress, 1), lovelace, assets }],
      requiredSigners: [order.cancellationPkh],
      references: [known ?? elsewhere],
      from: 7,
    })
    if (known === undefined)
      assert.throws(() => cancel(owner, after, MAINNET), {
        code: 'MISSING_CONFIG',
        message: /instant-v1 order contract/,
      })
    if (after > 0) assert.throws(() => cancel(owner, after - 1), { code: 'TOO_EARLY' })
    assert.throws(() => cancel(ownerOf(`61${'ee'.repeat(28)}`, 1), after), { code: 'NOT_THE_OWNER' })
    cancelled[kind] = (cancelled[kind] ?? 0) + 1
  }
  assert.deepEqual(cancelled, { instant: 1, 'instant-v1': 2, limit: 13 })
})
