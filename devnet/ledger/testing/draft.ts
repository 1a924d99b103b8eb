// Transactions with exactly the members that a test chooses, valid or not, so a test can break a single rule. They are written and signed
// like the builder's, but their bodies are not checked.
import { Serialization } from '@cardano-sdk/core'
import type { Output } from '../../../api/builder/transaction/utxo.ts'
import {
  type BodyParts,
  bodyCbor,
  joinTransaction,
  libraryOutput,
  type RedeemerParts,
  scriptDataHash,
  transactionId,
  witnessSet,
} from '../../../api/builder/transaction/write-transaction.ts'
import { LANGUAGES, type Script } from '../../../schema/codecs/output-cbor.ts'
import { blake2b256 } from '../../../schema/launchpad/derivations.ts'
import type { Hex, OutputReference } from '../../../schema/primitives.ts'
import type { Key } from '../../actors/wallet/key.ts'
import { type LedgerUtxo, makeUtxo } from '../output.ts'
import { DEVNET_PARAMETERS } from '../parameters.ts'

export { plutusData } from '../../../api/builder/transaction/write-transaction.ts'

export type DraftRedeemer = RedeemerParts

export interface DraftOutput extends Omit<Output, 'script'> {
  readonly script?: Serialization.Script
}

export interface Draft
  extends Omit<BodyParts, 'outputs' | 'collateralReturn' | 'scriptDataHash' | 'auxiliaryDataHash'> {
  readonly outputs: readonly DraftOutput[]
  readonly collateralReturn?: DraftOutput
  readonly signers: readonly Key[]
  /** With `hash` false, the body lacks the metadata's hash. */
  readonly message?: { readonly text: string; readonly hash?: Hex | false }
  readonly scripts?: readonly Serialization.Script[]
  readonly datums?: readonly Hex[]
  readonly redeemers?: readonly DraftRedeemer[]
  /** Plutus version of the integrity hash; 0 is V1, the default is V2. */
  readonly language?: number
  readonly integrityHash?: Hex
  readonly metadataHash?: Hex
  /** False if the transaction declares that its scripts fail. */
  readonly valid?: boolean
}

const scriptOf = (script: Serialization.Script): Script => {
  const [native, v1, v2, v3] = [
    script.asNative()?.toCbor(),
    script.asPlutusV1()?.rawBytes(),
    script.asPlutusV2()?.rawBytes(),
    script.asPlutusV3()?.rawBytes(),
  ]
  return { language: LANGUAGES[script.language()], cbor: native ?? v1 ?? v2 ?? v3 ?? '' }
}

const outputOf = ({ script, ...output }: DraftOutput): Output =>
  script === undefined ? output : { ...output, script: scriptOf(script) }

export const draftUtxo = (reference: OutputReference, output: DraftOutput): LedgerUtxo =>
  makeUtxo(reference, outputOf(output))

const messageOf = ({ message }: Draft): Serialization.AuxiliaryData | undefined => {
  if (message === undefined) return undefined
  // CIP-20 allows at most 64 bytes per line; 16 characters never have more.
  const chunks = message.text.match(/.{1,16}/gsu) ?? []
  const lines = new Serialization.MetadatumList()
  for (const chunk of chunks) lines.add(Serialization.TransactionMetadatum.newText(chunk))
  const auxiliary = new Serialization.AuxiliaryData()
  auxiliary.setMetadata(
    new Serialization.GeneralTransactionMetadata(
      new Map([[674n, Serialization.TransactionMetadatum.newList(lines)]]),
    ),
  )
  return auxiliary
}

/** The signature covers the hash of exactly this body. */
export const signBody = (
  body: Hex,
  signers: readonly Key[],
  rest: {
    witnesses?: Serialization.TransactionWitnessSet
    auxiliary?: Serialization.AuxiliaryData
    valid?: boolean
  } = {},
): Hex => {
  const id = transactionId(body)
  const signatures = signers.map(({ publicKey, sign }) => ({ publicKey, signature: sign(id) }))
  const witnesses = rest.witnesses ?? new Serialization.TransactionWitnessSet()
  witnesses.setVkeys(Serialization.CborSet.fromCore([], Serialization.VkeyWitness.fromCore))
  return joinTransaction(body, witnesses, signatures, { ...rest, sets: 'plain' })
}

const metadataHashOf = (
  draft: Draft,
  auxiliary: Serialization.AuxiliaryData | undefined,
): Hex | undefined => {
  if (draft.message?.hash === false) return undefined
  return (
    draft.message?.hash ??
    draft.metadataHash ??
    (auxiliary === undefined ? undefined : blake2b256(auxiliary.toCbor()))
  )
}

export const writeTransaction = (draft: Draft): Hex => {
  const { language = 1 } = draft
  const witnesses = witnessSet(draft)
  const auxiliary = messageOf(draft)
  const body = bodyCbor({
    sets: 'plain',
    ...draft,
    outputs: draft.outputs.map((output) => libraryOutput(outputOf(output))),
    collateralReturn: draft.collateralReturn && libraryOutput(outputOf(draft.collateralReturn)),
    scriptDataHash: draft.integrityHash ?? scriptDataHash(witnesses, [language], DEVNET_PARAMETERS, 'plain'),
    auxiliaryDataHash: metadataHashOf(draft, auxiliary),
  })
  return signBody(body, draft.signers, {
    witnesses,
    ...(auxiliary === undefined ? {} : { auxiliary }),
    ...(draft.valid === undefined ? {} : { valid: draft.valid }),
  })
}
