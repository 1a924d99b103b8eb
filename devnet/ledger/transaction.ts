// A transaction, which the ledger reads once from a client's bytes. Hashes, sizes and signatures come from these bytes, and never from
// re-encoded bytes, because another encoding of the same content has another id.
import { Cardano, Serialization } from '@cardano-sdk/core'
import type { Credential } from '../../schema/codecs/address.ts'
import { checkNesting } from '../../schema/codecs/cbor-bounds.ts'
import {
  headAt,
  itemOfHex,
  itemsAt,
  membersAt,
  naturalAt,
  pairsAt,
  type Span,
  untagged,
} from '../../schema/codecs/cbor-spans.ts'
import { LIST, MAP } from '../../schema/codecs/cbor-write.ts'
import { LANGUAGES } from '../../schema/codecs/output-cbor.ts'
import { isPlutusData } from '../../schema/codecs/plutus-data.ts'
import { blake2b256 } from '../../schema/launchpad/derivations.ts'
import {
  type AssetAmount,
  assetId,
  byReference,
  formatOutputReference,
  type Hex,
  type OutputReference,
} from '../../schema/primitives.ts'
import { type MetadataLabel, metadataLabels, metadataSpan } from './metadata.ts'
import { type LedgerOutput, readOutput } from './output.ts'
import { type LedgerScript, ledgerScript } from './script.ts'

export type Purpose = 'spend' | 'mint' | 'publish' | 'withdraw' | 'vote' | 'propose'

export const PURPOSES: readonly Purpose[] = ['spend', 'mint', 'publish', 'withdraw', 'vote', 'propose']

/** Identifies a redeemer by its purpose and its index among inputs, policies or accounts. */
export interface Pointer {
  readonly purpose: Purpose
  readonly index: number
}

export const samePointer = (a: Pointer, b: Pointer): boolean => a.purpose === b.purpose && a.index === b.index

/** The ledger's order. */
export const byPointer = (a: Pointer, b: Pointer): number =>
  PURPOSES.indexOf(a.purpose) - PURPOSES.indexOf(b.purpose) || a.index - b.index

export interface LedgerRedeemer extends Pointer {
  readonly data: Hex
  readonly memory: bigint
  readonly cpu: bigint
}

export interface LedgerSignature {
  readonly publicKey: Hex
  readonly signature: Hex
}

interface LedgerWithdrawal {
  /** Raw bytes of the reward account. */
  readonly account: Hex
  readonly credential: Credential
  readonly lovelace: bigint
}

export interface LedgerTransaction {
  /** Hash of the body's original bytes. */
  readonly id: Hex
  readonly cbor: Hex
  readonly size: number
  /** False if the transaction declares that its scripts fail, and so loses its collateral. */
  readonly valid: boolean
  /** In the ledger's order: by transaction id, then index, without repetitions. */
  readonly inputs: readonly OutputReference[]
  readonly references: readonly OutputReference[]
  readonly collaterals: readonly OutputReference[]
  readonly outputs: readonly LedgerOutput[]
  readonly collateralReturn: LedgerOutput | undefined
  readonly totalCollateral: bigint | undefined
  readonly fee: bigint
  readonly mint: readonly AssetAmount[]
  /** First slot in which the transaction is valid. */
  readonly from: bigint | undefined
  /** First slot in which the transaction is no longer valid. */
  readonly until: bigint | undefined
  readonly withdrawals: readonly LedgerWithdrawal[]
  /** Key hashes, besides the owners. */
  readonly requiredSigners: readonly Hex[]
  readonly network: number | undefined
  readonly integrityHash: Hex | undefined
  readonly metadataHash: Hex | undefined
  /** Hash of the auxiliary data. */
  readonly metadataComputedHash: Hex | undefined
  readonly metadata: readonly MetadataLabel[]
  readonly signatures: readonly LedgerSignature[]
  readonly scripts: readonly LedgerScript[]
  readonly datums: readonly { readonly hash: Hex; readonly cbor: Hex }[]
  readonly datumsCbor: Hex | undefined
  readonly redeemers: readonly LedgerRedeemer[]
  readonly redeemersCbor: Hex | undefined
  /** This ledger has no rules for these parts. */
  readonly unsupported: readonly string[]
  /** A batcher nested these transactions (CIP-118). They take effect before this one, and contain no transactions themselves. */
  readonly subTransactions?: readonly LedgerTransaction[]
}

export const totalSize = (transactions: readonly LedgerTransaction[]): number =>
  transactions.reduce((sum, { size }) => sum + size, 0)

/** Includes the return of collateral. */
export const outputsAndReturn = ({ outputs, collateralReturn }: LedgerTransaction): LedgerOutput[] => [
  ...outputs,
  ...(collateralReturn === undefined ? [] : [collateralReturn]),
]

/** In the ledger's order, without repetitions. */
export const sortReferences = (references: readonly OutputReference[]): OutputReference[] =>
  [...new Map(references.map((reference) => [formatOutputReference(reference), reference])).values()].sort(
    byReference,
  )

const readReferences = (inputs: readonly Serialization.TransactionInput[] = []): OutputReference[] =>
  sortReferences(
    inputs.map((input) => ({ transaction: input.transactionId(), index: Number(input.index()) })),
  )

const readAssets = (assets: ReadonlyMap<string, bigint> | undefined): AssetAmount[] =>
  [...(assets ?? [])]
    .map(([id, quantity]) => ({ asset: assetId(id.slice(0, 56), id.slice(56)), quantity }))
    .filter(({ quantity }) => quantity !== 0n)
    .sort((a, b) => (a.asset < b.asset ? -1 : 1))

/** Quantities are signed 64-bit integers. */
const readMint = (mint: ReadonlyMap<string, bigint> | undefined): AssetAmount[] => {
  const assets = readAssets(mint)
  if (assets.some(({ quantity }) => BigInt.asIntN(64, quantity) !== quantity))
    throw new Error('a minted quantity is beyond 64 bits')
  return assets
}

const [INPUTS, OUTPUTS, FEE, UNTIL, FROM, COLLATERAL_RETURN] = [0, 1, 2, 3, 8, 16]

const [NATIVE_SCRIPTS, DATUMS, REDEEMERS] = [1, 4, 5]

type Members = ReadonlyMap<number, Span>

/** @throws {Error} if the body lacks a required member */
const membersOf = (bytes: Buffer, body: Span): Members => {
  const members = membersAt(bytes, body.start)
  const missing = [INPUTS, OUTPUTS, FEE].filter((key) => !members.has(key))
  if (missing.length > 0) throw new Error(`the body lacks members ${missing.join(', ')}`)
  return members
}

/** Read from the bytes, because the library reads slots as doubles. */
const readSlot = (bytes: Buffer, span: Span | undefined): bigint | undefined =>
  span && naturalAt(bytes, span.start)

const readWithdrawals = (withdrawals: ReadonlyMap<string, bigint> | undefined): LedgerWithdrawal[] =>
  [...(withdrawals ?? [])]
    .map(([text, lovelace]) => {
      const account = Cardano.Address.fromString(text)?.toBytes() ?? ''
      // By CIP-19, bit 4 of a reward account's first byte is 1 for a script and 0 for a key.
      const kind: Credential['kind'] = Number.parseInt(account[0] ?? '0', 16) & 1 ? 'script' : 'key'
      return { account, credential: { kind, hash: account.slice(2) }, lovelace }
    })
    .sort((a, b) => (order(a) < order(b) ? -1 : 1))

/** Scripts before keys, then by hash. */
const order = ({ credential }: LedgerWithdrawal): string =>
  (credential.kind === 'script' ? '0' : '1') + credential.hash

const readScripts = (
  bytes: Buffer,
  native: Span | undefined,
  witnesses: Serialization.TransactionWitnessSet,
): LedgerScript[] => {
  const plutus = {
    'plutus:v1': witnesses.plutusV1Scripts(),
    'plutus:v2': witnesses.plutusV2Scripts(),
    'plutus:v3': witnesses.plutusV3Scripts(),
  } as const
  return [
    ...(native === undefined ? [] : itemsAt(bytes, untagged(bytes, native.start))).map(({ start, end }) =>
      ledgerScript({ language: 'native', cbor: bytes.toString('hex', start, end) }),
    ),
    ...LANGUAGES.flatMap((language) =>
      language === 'native' || language === 'plutus:v4'
        ? []
        : (plutus[language]?.values() ?? []).map((script) =>
            ledgerScript({ language, cbor: script.rawBytes() }),
          ),
    ),
  ]
}

/** @throws {Error} if a datum is not Plutus data */
const readDatums = (bytes: Buffer, span: Span | undefined): LedgerTransaction['datums'] =>
  span === undefined
    ? []
    : itemsAt(bytes, untagged(bytes, span.start)).map(({ start, end }) => {
        const cbor = readData(bytes, { start, end })
        return { hash: blake(cbor), cbor }
      })

/** @throws {Error} if there is no Plutus data */
const readData = (bytes: Buffer, { start, end }: Span): Hex => {
  const cbor = bytes.toString('hex', start, end)
  if (!isPlutusData(cbor)) throw new Error('a datum or a redeemer is not Plutus data')
  return cbor
}

/**
 * Redeemers are a list, or a map by pointer.
 * @throws {Error} if a redeemer is malformed
 */
const readRedeemers = (bytes: Buffer, span: Span | undefined): LedgerRedeemer[] => {
  if (span === undefined) return []
  const members =
    headAt(bytes, span.start).major === MAP
      ? pairsAt(bytes, span.start).map((pair) => pair.flatMap(({ start }) => itemsAt(bytes, start)))
      : itemsAt(bytes, span.start).map(({ start }) => itemsAt(bytes, start))
  return members
    .map(([tag, index, data, units, more]): LedgerRedeemer => {
      const purpose = PURPOSES[Number(naturalAt(bytes, tag?.start ?? bytes.length))]
      if (purpose === undefined || !index || !data || !units || more)
        throw new Error('a redeemer is malformed')
      const [memory, cpu] = itemsAt(bytes, units.start)
      return {
        purpose,
        index: Number(naturalAt(bytes, index.start)),
        data: readData(bytes, data),
        memory: naturalAt(bytes, memory?.start ?? bytes.length),
        cpu: naturalAt(bytes, cpu?.start ?? bytes.length),
      }
    })
    .sort(byPointer)
}

const unsupportedIn = (body: Serialization.TransactionBody): string[] => [
  ...(body.certs()?.size() ? ['certificates'] : []),
  ...(body.votingProcedures() === undefined ? [] : ['votes']),
  ...(body.proposalProcedures()?.size() ? ['proposals'] : []),
  ...(body.donation() === undefined ? [] : ['a donation']),
]

/** CBOR's null. */
const NULL = 0xf6

const blake = (cbor: Hex): Hex => blake2b256(cbor)

const spansOf = (
  bytes: Buffer,
): { readonly body: Span; readonly witnesses: Span; readonly auxiliary?: Span } => {
  if (bytes[0] === undefined || bytes[0] >> 5 !== LIST) throw new Error('a transaction is an array of four')
  const [body, witnesses, valid, auxiliary, more] = itemsAt(bytes, 0)
  if (!body || !witnesses || !valid || !auxiliary || more)
    throw new Error('a transaction is an array of four')
  return bytes[auxiliary.start] === NULL ? { body, witnesses } : { body, witnesses, auxiliary }
}

/**
 * Adds the validity tag to a transaction of three parts. In Dijkstra, Ogmios reads such a transaction as one before Alonzo.
 * @returns undefined for anything else
 */
export const taggedFromThree = (cbor: Hex): Hex | undefined => {
  const bytes = itemOfHex(cbor)
  const isList = bytes[0] !== undefined && bytes[0] >> 5 === LIST
  const [body, witnesses, auxiliary, more] = isList ? itemsAt(bytes, 0) : []
  if (!body || !witnesses || !auxiliary || more) return undefined
  const { start, end } = auxiliary
  return `84${bytes.toString('hex', body.start, witnesses.end)}f5${bytes.toString('hex', start, end)}`
}

const INDEFINITE_LIST = '9f'

/** The shortest item of each kind: an empty output to a key of zeros, a list and a map. */
const [NO_OUTPUT, EMPTY_LIST, EMPTY_MAP] = [`82581d60${'00'.repeat(28)}00`, '80', 'a0']

/** Parts that may be nested so deeply that the library would need minutes. They are read by their spans. */
interface DeepParts {
  readonly outputs: Span | undefined
  readonly collateralReturn: Span | undefined
  readonly nativeScripts: Span | undefined
  readonly datums: Span | undefined
  readonly redeemers: Span | undefined
  readonly metadata: Span | undefined
}

/** Each deep part is replaced by the shortest item of its kind. */
const withoutDeep = (bytes: Buffer, parts: DeepParts): Hex => {
  const replaced = [
    { span: parts.outputs, by: EMPTY_LIST },
    { span: parts.collateralReturn, by: NO_OUTPUT },
    { span: parts.nativeScripts, by: EMPTY_LIST },
    { span: parts.datums, by: EMPTY_LIST },
    { span: parts.redeemers, by: EMPTY_MAP },
    { span: parts.metadata, by: EMPTY_MAP },
  ]
    .flatMap(({ span, by }) => (span === undefined ? [] : [{ ...span, by }]))
    .sort((a, b) => a.start - b.start)
  let [cbor, at] = ['', 0]
  for (const { start, end, by } of replaced) {
    cbor += bytes.toString('hex', at, start) + by
    at = end
  }
  cbor += bytes.toString('hex', at)
  // The library reads only lists of definite length.
  return cbor.startsWith(INDEFINITE_LIST) ? `84${cbor.slice(2, -2)}` : cbor
}

/**
 * @throws {Error} if `cbor` (hex) is not a transaction, or is nested too deeply outside its outputs, native scripts, datums, redeemers and
 * metadata
 */
export const decodeTransaction = (cbor: Hex): LedgerTransaction => {
  const bytes = itemOfHex(cbor)
  const spans = spansOf(bytes)
  const members = membersOf(bytes, spans.body)
  const witnessMembers = membersAt(bytes, spans.witnesses.start)
  const hexOf = ({ start, end }: Span): Hex => cbor.slice(2 * start, 2 * end)
  const parts: DeepParts = {
    outputs: members.get(OUTPUTS),
    collateralReturn: members.get(COLLATERAL_RETURN),
    nativeScripts: witnessMembers.get(NATIVE_SCRIPTS),
    datums: witnessMembers.get(DATUMS),
    redeemers: witnessMembers.get(REDEEMERS),
    metadata: spans.auxiliary && metadataSpan(bytes, spans.auxiliary),
  }
  const readable = withoutDeep(bytes, parts)
  checkNesting(readable)
  const transaction = Serialization.Transaction.fromCbor(Serialization.TxCBOR(readable))
  const body = transaction.body()
  const witnesses = transaction.witnessSet()
  const { outputs, collateralReturn, redeemers } = parts
  const datums = readDatums(bytes, parts.datums)
  return {
    id: blake(hexOf(spans.body)),
    cbor,
    size: cbor.length / 2,
    valid: transaction.isValid(),
    inputs: readReferences(body.inputs().values()),
    references: readReferences(body.referenceInputs()?.values()),
    collaterals: readReferences(body.collateral()?.values()),
    outputs: itemsAt(bytes, outputs?.start ?? 0).map((span) => readOutput(bytes, span)),
    collateralReturn: collateralReturn && readOutput(bytes, collateralReturn),
    totalCollateral: body.totalCollateral(),
    fee: body.fee(),
    mint: readMint(body.mint()),
    from: readSlot(bytes, members.get(FROM)),
    until: readSlot(bytes, members.get(UNTIL)),
    withdrawals: readWithdrawals(body.withdrawals()),
    requiredSigners: (body.requiredSigners()?.values() ?? []).map((hash) => hash.value()).sort(),
    network: body.networkId(),
    integrityHash: body.scriptDataHash(),
    metadataHash: body.auxiliaryDataHash(),
    metadataComputedHash: spans.auxiliary && blake(hexOf(spans.auxiliary)),
    metadata: parts.metadata === undefined ? [] : metadataLabels(bytes, parts.metadata),
    signatures: (witnesses.vkeys()?.values() ?? []).map((witness) => ({
      publicKey: witness.vkey(),
      signature: witness.signature(),
    })),
    scripts: readScripts(bytes, parts.nativeScripts, witnesses),
    datums,
    datumsCbor: parts.datums && datums.length > 0 ? hexOf(parts.datums) : undefined,
    redeemers: readRedeemers(bytes, redeemers),
    redeemersCbor: redeemers && hexOf(redeemers),
    unsupported: unsupportedIn(body),
  }
}
