// Recorded outputs as events, with the ledger's CBOR. Tests compare their interpretation with the real chain.
import assert from 'node:assert/strict'
import { Serialization } from '@cardano-sdk/core'
import { HexBlob } from '@cardano-sdk/util'
import { samples } from '../../../fixtures/samples/protocol-samples.ts'
import type { OutputEvent } from '../../../schema/events.ts'
import { type AssetAmount, assetId } from '../../../schema/primitives.ts'

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

export const goldenOutput = (name: string): OutputEvent => {
  const sample = samples.find((each) => each.type === 'utxo' && each.name.includes(name))
  const cbor = sample?.cborHex ?? assert.fail(`no sample ${name}`)
  return outputEvent(Serialization.TransactionOutput.fromCbor(HexBlob(cbor)))
}
