// Recorded transactions as events, with the ledger's CBOR. Tests compare their interpretation with the real chain.
import assert from 'node:assert/strict'
import { Serialization } from '@cardano-sdk/core'
import { HexBlob } from '@cardano-sdk/util'
import { samples } from '../../../fixtures/samples/protocol-samples.ts'
import type { OutputEvent, TransactionEvent } from '../../../schema/events.ts'
import { encodeLimitOrder, type LimitOrder } from '../../../schema/launchpad/datums/limit-order.ts'
import { ADA, type AssetAmount, assetId, byReference, type Hex } from '../../../schema/primitives.ts'
import { orderAddress, output } from './interpreted.ts'

const assetsOf = (assets: ReadonlyMap<string, bigint> | undefined): AssetAmount[] =>
  [...(assets ?? [])].map(([id, quantity]) => ({
    asset: assetId(id.slice(0, 56), id.slice(56)),
    quantity,
  }))

const outputEvent = (made: Serialization.TransactionOutput): OutputEvent => {
  const datum = made.datum()?.asInlineData()?.toCbor()
  return {
    address: made.address().toBytes(),
    lovelace: made.amount().coin(),
    assets: assetsOf(made.amount().multiasset()),
    ...(datum === undefined ? undefined : { datum }),
    hasReferenceScript: made.scriptRef() !== undefined,
  }
}

/** The event of a transaction, from the ledger's CBOR. */
const transactionEvent = (cbor: Hex): TransactionEvent => {
  const transaction = Serialization.Transaction.fromCbor(Serialization.TxCBOR(cbor))
  const body = transaction.body()
  const redeemers = new Map<number, Hex>()
  for (const redeemer of transaction.witnessSet().redeemers()?.values() ?? [])
    if (redeemer.tag() === Serialization.RedeemerTag.Spend)
      redeemers.set(Number(redeemer.index()), redeemer.data().toCbor())
  const inputs = [...body.inputs().values()]
    .map((input) => ({ transaction: String(input.transactionId()), index: Number(input.index()) }))
    .sort(byReference)
  return {
    id: transaction.getId(),
    valid: true,
    inputs: inputs.map((input, at) => {
      const redeemer = redeemers.get(at)
      return redeemer === undefined ? input : { ...input, redeemer }
    }),
    outputs: body.outputs().map(outputEvent),
    firstOutput: 0,
    mint: assetsOf(body.mint()),
    requiredSigners: [...(body.requiredSigners()?.values() ?? [])].map((key) => key.value()),
    validity: {},
    metadata: new Map(),
  }
}

/** The recorded transaction of this sample. */
export const golden = (name: string): TransactionEvent => {
  const sample = samples.find((each) => each.type === 'tx' && each.name.includes(name))
  return transactionEvent(sample?.cborHex ?? assert.fail(`no sample ${name}`))
}

/** The recorded UTxO of this sample. */
export const goldenOutput = (name: string): OutputEvent => {
  const sample = samples.find((each) => each.type === 'utxo' && each.name.includes(name))
  const cbor = sample?.cborHex ?? assert.fail(`no sample ${name}`)
  return outputEvent(Serialization.TransactionOutput.fromCbor(HexBlob(cbor)))
}

/** Element of a list at an index. Fails if it does not exist. */
export const of = <T>(list: readonly T[], at: number): T => list[at] ?? assert.fail(`nothing at ${at}`)

export const datumOf = (made: OutputEvent) => made.datum ?? assert.fail('no datum')

/** The UTxO of a recorded order with another amount, owner and beacon. */
export const orderLike = (sample: LimitOrder, change: Partial<LimitOrder>): OutputEvent => {
  const order = { ...sample, ...change }
  const lovelace = order.input === ADA ? order.tradableInput + 2_600_000n : 2_600_000n
  return output(orderAddress('limit'), lovelace, {}, encodeLimitOrder(order, 'definite'))
}

/** Owner of an order in the datum's form, from an address with a payment key and a stake key. */
export const ownerOf = (address: Hex): LimitOrder['redeemerAddress'] => ({
  payment: { kind: 'key', hash: address.slice(2, 58) },
  stake: { kind: 'key', hash: address.slice(58) },
})
