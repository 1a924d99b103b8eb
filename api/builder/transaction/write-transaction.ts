// Transactions as CBOR, written by the library that wallets use. Everything that is in the body is given: nothing is
// chosen or checked here. A transaction is joined from the bytes of its parts, so a body keeps the bytes that its id
// and its signatures are about.

import * as Core from '@blaze-cardano/core'
import { computeScriptData } from '@blaze-cardano/tx'
import type { Language } from '../../../schema/codecs/output-cbor.ts'
import {
  type AssetAmount,
  assetNameOf,
  type Hex,
  type OutputReference,
  policyOf,
} from '../../../schema/primitives.ts'
import type { Signature } from './attach-witness.ts'
import type { Output, Script } from './utxo.ts'

/**
 * How sets and redeemers are written. `tagged` is what Conway's ledger writes itself: tag 258 before each set, a map of
 * redeemers. `plain` is lists without a tag, which it still reads. Never both in one transaction: hardware wallets write
 * the body again with one setting for all sets (CIP-21).
 */
export type SetForm = 'tagged' | 'plain'

/** The library asks a global for the form, when it writes: it is set for each write, since others set it too. */
const inForm = <Written>(sets: SetForm | undefined, write: () => Written): Written => {
  Core.setInConwayEra(sets !== 'plain')
  return write()
}

export interface RedeemerParts {
  readonly tag: Core.RedeemerTag
  /** Place of what it is for, as the ledger sorts inputs, policies and accounts. */
  readonly index: number
  readonly data: Hex
  readonly memory: bigint
  readonly cpu: bigint
}

export interface BodyParts {
  /** Default `tagged`. */
  readonly sets?: SetForm | undefined
  readonly inputs: readonly OutputReference[]
  readonly outputs: readonly Core.TransactionOutput[]
  readonly fee: bigint
  readonly references?: readonly OutputReference[] | undefined
  readonly collaterals?: readonly OutputReference[] | undefined
  readonly collateralReturn?: Core.TransactionOutput | undefined
  readonly totalCollateral?: bigint | undefined
  readonly mint?: readonly AssetAmount[] | undefined
  readonly from?: number | undefined
  readonly until?: number | undefined
  /** Amounts by reward account in bech32. */
  readonly withdrawals?: Readonly<Record<string, bigint>> | undefined
  readonly requiredSigners?: readonly Hex[] | undefined
  readonly network?: number | undefined
  readonly scriptDataHash?: Hex | undefined
  readonly auxiliaryDataHash?: Hex | undefined
}

export interface WitnessParts {
  readonly scripts?: readonly Core.Script[] | undefined
  readonly datums?: readonly Hex[] | undefined
  readonly redeemers?: readonly RedeemerParts[] | undefined
}

export const plutusData = (cbor: Hex): Core.PlutusData => Core.PlutusData.fromCbor(Core.HexBlob(cbor))

const references = (
  list: readonly OutputReference[],
): Core.CborSet<ReturnType<Core.TransactionInput['toCore']>, Core.TransactionInput> => {
  const set = Core.CborSet.fromCore([], Core.TransactionInput.fromCore)
  set.setValues(
    list.map(
      ({ transaction, index }) => new Core.TransactionInput(Core.TransactionId(transaction), BigInt(index)),
    ),
  )
  return set
}

const tokens = (assets: readonly AssetAmount[] = []): Core.TokenMap =>
  new Map(assets.map(({ asset, quantity }) => [Core.AssetId(policyOf(asset) + assetNameOf(asset)), quantity]))

const VERSIONS = {
  'plutus:v1': (cbor: Core.HexBlob) => Core.Script.newPlutusV1Script(new Core.PlutusV1Script(cbor)),
  'plutus:v2': (cbor: Core.HexBlob) => Core.Script.newPlutusV2Script(new Core.PlutusV2Script(cbor)),
  'plutus:v3': (cbor: Core.HexBlob) => Core.Script.newPlutusV3Script(new Core.PlutusV3Script(cbor)),
  native: (cbor: Core.HexBlob) => Core.Script.newNativeScript(Core.NativeScript.fromCbor(cbor)),
} as const satisfies Readonly<Record<Language, (cbor: Core.HexBlob) => Core.Script>>

export const libraryScript = ({ language, cbor }: Script): Core.Script =>
  VERSIONS[language](Core.HexBlob(cbor))

export const libraryOutput = (output: Output): Core.TransactionOutput => {
  const written = new Core.TransactionOutput(
    Core.Address.fromBytes(Core.HexBlob(output.address)),
    new Core.Value(output.lovelace, tokens(output.assets)),
  )
  if (output.datum !== undefined) written.setDatum(Core.Datum.newInlineData(plutusData(output.datum)))
  if (output.datumHash !== undefined)
    written.setDatum(Core.Datum.newDataHash(Core.DatumHash(output.datumHash)))
  if (output.script !== undefined) written.setScriptRef(libraryScript(output.script))
  return written
}

export const witnessSet = ({
  scripts = [],
  datums = [],
  redeemers,
}: WitnessParts): Core.TransactionWitnessSet => {
  const witnesses = new Core.TransactionWitnessSet()
  const native = Core.CborSet.fromCore([], Core.NativeScript.fromCore)
  native.setValues(scripts.flatMap((script) => script.asNative() ?? []))
  if (native.size() > 0) witnesses.setNativeScripts(native)
  const v1 = Core.CborSet.fromCore([], Core.PlutusV1Script.fromCore)
  v1.setValues(scripts.flatMap((script) => script.asPlutusV1() ?? []))
  if (v1.size() > 0) witnesses.setPlutusV1Scripts(v1)
  const v2 = Core.CborSet.fromCore([], Core.PlutusV2Script.fromCore)
  v2.setValues(scripts.flatMap((script) => script.asPlutusV2() ?? []))
  if (v2.size() > 0) witnesses.setPlutusV2Scripts(v2)
  const v3 = Core.CborSet.fromCore([], Core.PlutusV3Script.fromCore)
  v3.setValues(scripts.flatMap((script) => script.asPlutusV3() ?? []))
  if (v3.size() > 0) witnesses.setPlutusV3Scripts(v3)
  const data = Core.CborSet.fromCore([], Core.PlutusData.fromCore)
  data.setValues(datums.map(plutusData))
  if (data.size() > 0) witnesses.setPlutusData(data)
  if (redeemers !== undefined) {
    const written = Core.Redeemers.fromCore([])
    written.setValues(
      redeemers.map(
        ({ tag, index, data, memory, cpu }) =>
          new Core.Redeemer(tag, BigInt(index), plutusData(data), new Core.ExUnits(memory, cpu)),
      ),
    )
    witnesses.setRedeemers(written)
  }
  return witnesses
}

/**
 * The hash of redeemers, datums and cost models; undefined where there are neither redeemers nor datums.
 * @param languages of the scripts that run, 0 for Plutus V1
 */
export const scriptDataHash = (
  witnesses: Core.TransactionWitnessSet,
  languages: Iterable<number>,
  { costModels }: Pick<Core.ProtocolParameters, 'costModels'>,
  sets?: SetForm,
): Hex | undefined => {
  const used = new Core.Costmdls()
  for (const language of [...new Set(languages)].sort()) {
    const costs = costModels.get(language)
    if (costs !== undefined) used.insert(new Core.CostModel(language, costs))
  }
  const redeemers = witnesses.redeemers() ?? Core.Redeemers.fromCore([])
  return inForm(sets, () => computeScriptData(redeemers, witnesses.plutusData(), used)?.scriptDataHash)
}

export const bodyCbor = (parts: BodyParts): Hex => {
  const body = new Core.TransactionBody(references(parts.inputs), [...parts.outputs], parts.fee)
  if (parts.until !== undefined) body.setTtl(Core.Slot(parts.until))
  if (parts.from !== undefined) body.setValidityStartInterval(Core.Slot(parts.from))
  if (parts.references !== undefined) body.setReferenceInputs(references(parts.references))
  if (parts.collaterals !== undefined) body.setCollateral(references(parts.collaterals))
  if (parts.collateralReturn !== undefined) body.setCollateralReturn(parts.collateralReturn)
  if (parts.totalCollateral !== undefined) body.setTotalCollateral(parts.totalCollateral)
  if (parts.mint !== undefined) body.setMint(tokens(parts.mint))
  if (parts.network !== undefined) body.setNetworkId(parts.network)
  if (parts.withdrawals !== undefined)
    body.setWithdrawals(
      new Map(Object.entries(parts.withdrawals).map(([account, sum]) => [Core.RewardAccount(account), sum])),
    )
  if (parts.requiredSigners !== undefined) {
    const signers = Core.CborSet.fromCore([], Core.Hash.fromCore<Core.Ed25519KeyHashHex>)
    signers.setValues(parts.requiredSigners.map((hash) => new Core.Hash(Core.Ed25519KeyHashHex(hash))))
    body.setRequiredSigners(signers)
  }
  if (parts.scriptDataHash !== undefined) body.setScriptDataHash(Core.Hash32ByteBase16(parts.scriptDataHash))
  if (parts.auxiliaryDataHash !== undefined)
    body.setAuxiliaryDataHash(Core.Hash32ByteBase16(parts.auxiliaryDataHash))
  return inForm(parts.sets, () => body.toCbor())
}

/** The id of the transaction with this body. */
export const transactionId = (body: Hex): Hex => Core.blake2b_256(Core.HexBlob(body))

/**
 * A whole transaction.
 * @param witnesses without signatures, which are put into it
 */
export const joinTransaction = (
  body: Hex,
  witnesses: Core.TransactionWitnessSet,
  signatures: readonly Signature[],
  {
    auxiliary,
    valid = true,
    sets,
  }: {
    readonly auxiliary?: Core.AuxiliaryData | undefined
    /** False for one that says its scripts fail. */
    readonly valid?: boolean | undefined
    readonly sets?: SetForm | undefined
  } = {},
): Hex => {
  const keys = Core.CborSet.fromCore([], Core.VkeyWitness.fromCore)
  keys.setValues(
    signatures.map(
      ({ publicKey, signature }) =>
        new Core.VkeyWitness(Core.Ed25519PublicKeyHex(publicKey), Core.Ed25519SignatureHex(signature)),
    ),
  )
  if (keys.size() > 0) witnesses.setVkeys(keys)
  const written = inForm(sets, () => witnesses.toCbor())
  return `84${body}${written}${valid ? 'f5' : 'f4'}${auxiliary?.toCbor() ?? 'f6'}`
}
