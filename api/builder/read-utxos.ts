// Outputs as wallets hand them over (CIP-30 `getUtxos`): each the CBOR of a reference and an output, in hex. They are
// used as they are: whether they are on the chain is for the node to say.
import * as Core from '@blaze-cardano/core'
import { paymentCredential } from '../../schema/address.ts'
import { type AssetAmount, assetId, formatOutputReference, type Hex } from '../../schema/primitives.ts'
import { BuildError } from './build-error.ts'
import type { Output, Script, Utxo } from './utxo.ts'

const LANGUAGES = ['plutus:v1', 'plutus:v2', 'plutus:v3'] as const

const scriptOf = (script: Core.Script): Script => {
  const native = script.asNative()
  if (native !== undefined) return { language: 'native', cbor: native.toCbor() }
  const versions = [script.asPlutusV1(), script.asPlutusV2(), script.asPlutusV3()]
  for (const [at, language] of LANGUAGES.entries()) {
    const plutus = versions[at]
    if (plutus !== undefined) return { language, cbor: plutus.rawBytes() }
  }
  throw new SyntaxError('it carries a script of an unknown language')
}

const POLICY_DIGITS = 56

const assetsOf = (tokens: Core.TokenMap | undefined): AssetAmount[] =>
  [...(tokens ?? [])].flatMap(([asset, quantity]) =>
    quantity === 0n
      ? []
      : [{ asset: assetId(asset.slice(0, POLICY_DIGITS), asset.slice(POLICY_DIGITS)), quantity }],
  )

/** An output as the library reads it. */
export const readOutput = (output: Core.TransactionOutput): Output => {
  const amount = output.amount()
  const datum = output.datum()
  const inline = datum?.asInlineData()
  const datumHash = datum?.asDataHash()
  const script = output.scriptRef()
  return {
    address: output.address().toBytes(),
    lovelace: amount.coin(),
    assets: assetsOf(amount.multiasset()),
    ...(inline === undefined ? {} : { datum: inline.toCbor() }),
    ...(datumHash === undefined ? {} : { datumHash }),
    ...(script === undefined ? {} : { script: scriptOf(script) }),
  }
}

const readUtxo = (item: Hex): Utxo => {
  const unspent = Core.TransactionUnspentOutput.fromCbor(Core.HexBlob(item.toLowerCase()))
  const input = unspent.input()
  return {
    reference: { transaction: input.transactionId(), index: Number(input.index()) },
    output: readOutput(unspent.output()),
  }
}

/**
 * Reads them, each once however often it is given.
 * @param field that they came in, for the message
 * @throws {BuildError} `INVALID_REQUEST` naming the first that is none
 */
export const readUtxos = (field: string, items: readonly Hex[]): Utxo[] => {
  const byReference = new Map<string, Utxo>()
  for (const [at, item] of items.entries()) {
    try {
      const utxo = readUtxo(item)
      byReference.set(formatOutputReference(utxo.reference), utxo)
    } catch {
      throw new BuildError(
        'INVALID_REQUEST',
        `${field}[${at}] must be the hex CBOR of an unspent output, as a CIP-30 wallet returns it`,
      )
    }
  }
  return [...byReference.values()]
}

/** Those that a signature of a key spends: of scripts and Byron addresses no coin can be made here. */
export const spendableByKey = (utxos: readonly Utxo[]): Utxo[] =>
  utxos.filter(({ output }) => paymentCredential(output.address)?.kind === 'key')
