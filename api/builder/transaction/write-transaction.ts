// Writes transactions as CBOR, with the library that wallets use. Callers supply the body's whole content; nothing is chosen or checked
// here. A transaction is joined from the bytes of its parts. So the bytes of the body, from which the id and the signatures were made, do
// not change.

import { Cardano, Serialization, setInConwayEra } from '@cardano-sdk/core'
import {
  Ed25519KeyHashHex,
  Ed25519PublicKeyHex,
  Ed25519SignatureHex,
  Hash32ByteBase16,
} from '@cardano-sdk/crypto'
import { HexBlob } from '@cardano-sdk/util'
import type { Language, Script } from '../../../schema/codecs/output-cbor.ts'
import { blake2b256 } from '../../../schema/launchpad/derivations.ts'
import {
  type AssetAmount,
  assetNameOf,
  type Hex,
  type OutputReference,
  policyOf,
} from '../../../schema/primitives.ts'
import type { ProtocolParameters } from '../node-view.ts'
import type { Signature } from './attach-witness.ts'
import type { Output } from './utxo.ts'

/**
 * `tagged` is Conway's form: tag 258 before each set, and a map of redeemers. `plain` has lists without tags, which the ledger still
 * accepts. Hardware wallets serialise the body with one setting for all sets (CIP-21), so a transaction never mixes these forms.
 */
export type SetForm = 'tagged' | 'plain'

/** The library reads the form from a global variable, which other code sets too. */
const inForm = <Written>(sets: SetForm | undefined, write: () => Written): Written => {
  setInConwayEra(sets !== 'plain')
  return write()
}

export interface RedeemerParts {
  readonly tag: Serialization.RedeemerTag
  /** Index of the input, policy or account in the ledger's order. */
  readonly index: number
  readonly data: Hex
  readonly memory: bigint
  readonly cpu: bigint
}

export interface BodyParts {
  /** `tagged` if not given. */
  readonly sets?: SetForm | undefined
  readonly inputs: readonly OutputReference[]
  readonly outputs: readonly Serialization.TransactionOutput[]
  readonly fee: bigint
  readonly references?: readonly OutputReference[] | undefined
  readonly collaterals?: readonly OutputReference[] | undefined
  readonly collateralReturn?: Serialization.TransactionOutput | undefined
  readonly totalCollateral?: bigint | undefined
  readonly mint?: readonly AssetAmount[] | undefined
  readonly from?: number | undefined
  readonly until?: number | undefined
  /** Accounts are bech32. */
  readonly withdrawals?: Readonly<Record<string, bigint>> | undefined
  readonly requiredSigners?: readonly Hex[] | undefined
  readonly network?: number | undefined
  readonly scriptDataHash?: Hex | undefined
  readonly auxiliaryDataHash?: Hex | undefined
}

interface WitnessParts {
  readonly scripts?: readonly Serialization.Script[] | undefined
  readonly datums?: readonly Hex[] | undefined
  readonly redeemers?: readonly RedeemerParts[] | undefined
}

export const plutusData = (cbor: Hex): Serialization.PlutusData =>
  Serialization.PlutusData.fromCbor(HexBlob(cbor))

const setOf = <Core, Item extends { toCore(): Core; toCbor(): HexBlob }>(
  values: Item[],
  fromCore: (core: Core) => Item,
): Serialization.CborSet<Core, Item> => {
  const set = Serialization.CborSet.fromCore([], fromCore)
  set.setValues(values)
  return set
}

const references = (list: readonly OutputReference[]) =>
  setOf(
    list.map(
      ({ transaction, index }) =>
        new Serialization.TransactionInput(Cardano.TransactionId(transaction), BigInt(index)),
    ),
    Serialization.TransactionInput.fromCore,
  )

const tokens = (assets: readonly AssetAmount[] = []): Cardano.TokenMap =>
  new Map(
    assets.map(({ asset, quantity }) => [Cardano.AssetId(policyOf(asset) + assetNameOf(asset)), quantity]),
  )

const VERSIONS = {
  'plutus:v1': (cbor: HexBlob) =>
    Serialization.Script.newPlutusV1Script(new Serialization.PlutusV1Script(cbor)),
  'plutus:v2': (cbor: HexBlob) =>
    Serialization.Script.newPlutusV2Script(new Serialization.PlutusV2Script(cbor)),
  'plutus:v3': (cbor: HexBlob) =>
    Serialization.Script.newPlutusV3Script(new Serialization.PlutusV3Script(cbor)),
  native: (cbor: HexBlob) => Serialization.Script.newNativeScript(Serialization.NativeScript.fromCbor(cbor)),
} as const satisfies Partial<Readonly<Record<Language, (cbor: HexBlob) => Serialization.Script>>>

/** @throws {RangeError} for a script of Plutus V4, which the library does not know */
export const libraryScript = ({ language, cbor }: Script): Serialization.Script => {
  if (language === 'plutus:v4') throw new RangeError('the transaction library has no scripts of Plutus V4')
  return VERSIONS[language](HexBlob(cbor))
}

export const libraryOutput = (output: Output): Serialization.TransactionOutput => {
  const written = new Serialization.TransactionOutput(
    Cardano.Address.fromBytes(HexBlob(output.address)),
    new Serialization.Value(output.lovelace, tokens(output.assets)),
  )
  if (output.datum !== undefined)
    written.setDatum(Serialization.Datum.newInlineData(plutusData(output.datum)))
  if (output.datumHash !== undefined)
    written.setDatum(Serialization.Datum.newDataHash(Hash32ByteBase16(output.datumHash)))
  if (output.script !== undefined) written.setScriptRef(libraryScript(output.script))
  return written
}

export const witnessSet = ({
  scripts = [],
  datums = [],
  redeemers,
}: WitnessParts): Serialization.TransactionWitnessSet => {
  const witnesses = new Serialization.TransactionWitnessSet()
  const native = scripts.flatMap((script) => script.asNative() ?? [])
  if (native.length > 0) witnesses.setNativeScripts(setOf(native, Serialization.NativeScript.fromCore))
  const v1 = scripts.flatMap((script) => script.asPlutusV1() ?? [])
  if (v1.length > 0) witnesses.setPlutusV1Scripts(setOf(v1, Serialization.PlutusV1Script.fromCore))
  const v2 = scripts.flatMap((script) => script.asPlutusV2() ?? [])
  if (v2.length > 0) witnesses.setPlutusV2Scripts(setOf(v2, Serialization.PlutusV2Script.fromCore))
  const v3 = scripts.flatMap((script) => script.asPlutusV3() ?? [])
  if (v3.length > 0) witnesses.setPlutusV3Scripts(setOf(v3, Serialization.PlutusV3Script.fromCore))
  const data = datums.map(plutusData)
  if (data.length > 0) witnesses.setPlutusData(setOf(data, Serialization.PlutusData.fromCore))
  if (redeemers !== undefined) {
    const written = Serialization.Redeemers.fromCore([])
    written.setValues(
      redeemers.map(
        ({ tag, index, data, memory, cpu }) =>
          new Serialization.Redeemer(
            tag,
            BigInt(index),
            plutusData(data),
            new Serialization.ExUnits(memory, cpu),
          ),
      ),
    )
    witnesses.setRedeemers(written)
  }
  return witnesses
}

/**
 * The encoding that a script data hash covers.
 * @param languages 0 for Plutus V1, in any order; languages without a model are left out
 */
export const languageViews = (
  costModels: ProtocolParameters['costModels'],
  languages: Iterable<number>,
): Hex => {
  const used = new Serialization.Costmdls()
  for (const language of [...new Set(languages)].sort()) {
    const costs = costModels.get(language)
    if (costs !== undefined) used.insert(new Serialization.CostModel(language, costs))
  }
  return used.languageViewsEncoding()
}

/**
 * Undefined without redeemers and datums.
 * @param languages of the scripts that run; 0 is Plutus V1
 */
export const scriptDataHash = (
  witnesses: Serialization.TransactionWitnessSet,
  languages: Iterable<number>,
  { costModels }: Pick<ProtocolParameters, 'costModels'>,
  sets?: SetForm,
): Hex | undefined => {
  const redeemers = witnesses.redeemers() ?? Serialization.Redeemers.fromCore([])
  const datums = witnesses.plutusData()
  if (redeemers.size() === 0 && datums === undefined) return undefined
  // Without redeemers, the ledger hashes an empty map.
  const written = inForm(
    sets,
    () => (redeemers.size() === 0 ? 'a0' : redeemers.toCbor()) + (datums?.toCbor() ?? ''),
  )
  return blake2b256(written + languageViews(costModels, languages))
}

export const bodyCbor = (parts: BodyParts): Hex => {
  const body = new Serialization.TransactionBody(references(parts.inputs), [...parts.outputs], parts.fee)
  if (parts.until !== undefined) body.setTtl(Cardano.Slot(parts.until))
  if (parts.from !== undefined) body.setValidityStartInterval(Cardano.Slot(parts.from))
  if (parts.references !== undefined) body.setReferenceInputs(references(parts.references))
  if (parts.collaterals !== undefined) body.setCollateral(references(parts.collaterals))
  if (parts.collateralReturn !== undefined) body.setCollateralReturn(parts.collateralReturn)
  if (parts.totalCollateral !== undefined) body.setTotalCollateral(parts.totalCollateral)
  if (parts.mint !== undefined) body.setMint(tokens(parts.mint))
  if (parts.network !== undefined) body.setNetworkId(parts.network)
  if (parts.withdrawals !== undefined)
    body.setWithdrawals(
      new Map(
        Object.entries(parts.withdrawals).map(([account, sum]) => [Cardano.RewardAccount(account), sum]),
      ),
    )
  if (parts.requiredSigners !== undefined) {
    const signers = parts.requiredSigners.map((hash) => new Serialization.Hash(Ed25519KeyHashHex(hash)))
    body.setRequiredSigners(setOf(signers, Serialization.Hash.fromCore<Ed25519KeyHashHex>))
  }
  if (parts.scriptDataHash !== undefined) body.setScriptDataHash(Hash32ByteBase16(parts.scriptDataHash))
  if (parts.auxiliaryDataHash !== undefined)
    body.setAuxiliaryDataHash(Hash32ByteBase16(parts.auxiliaryDataHash))
  return inForm(parts.sets, () => body.toCbor())
}

export const transactionId = (body: Hex): Hex => blake2b256(body)

/** @param witnesses without signatures, which are added here */
export const joinTransaction = (
  body: Hex,
  witnesses: Serialization.TransactionWitnessSet,
  signatures: readonly Signature[],
  {
    auxiliary,
    valid = true,
    sets,
  }: {
    readonly auxiliary?: Serialization.AuxiliaryData | undefined
    /** False if the transaction declares that its scripts fail. */
    readonly valid?: boolean | undefined
    readonly sets?: SetForm | undefined
  } = {},
): Hex => {
  const keys = signatures.map(
    ({ publicKey, signature }) =>
      new Serialization.VkeyWitness(Ed25519PublicKeyHex(publicKey), Ed25519SignatureHex(signature)),
  )
  if (keys.length > 0) witnesses.setVkeys(setOf(keys, Serialization.VkeyWitness.fromCore))
  const written = inForm(sets, () => witnesses.toCbor())
  return `84${body}${written}${valid ? 'f5' : 'f4'}${auxiliary?.toCbor() ?? 'f6'}`
}
