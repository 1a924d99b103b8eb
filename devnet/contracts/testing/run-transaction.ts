// Runs the scripts of a transaction like a node. The evaluator gets a real transaction in CBOR with the outputs it spends, and builds the
// script context itself. It checks only scripts, so a test can break one rule at a time. This file writes the CBOR itself, because a
// library would need more time for a transaction than its scripts.
import { type Credential, paymentCredential } from '../../../schema/codecs/address.ts'
import { cborBytes, cborInteger, cborList, cborMap } from '../../../schema/codecs/cbor-write.ts'
import { inLedgerOrder } from '../../../schema/ogmios/output-json.ts'
import {
  type AssetAmount,
  type AssetId,
  type Hex,
  type OutputReference,
  policyOf,
} from '../../../schema/primitives.ts'
import { assetsCbor, outputCbor, valueCbor } from '../../ledger/output-cbor.ts'
import { DEVNET_PARAMETERS } from '../../ledger/parameters.ts'
import { type ExecutionUnits, runScripts } from '../../ledger/phase-two.ts'
import { CONTRACT_NAMES, PAST_NAMES } from '../contract-names.ts'
import { contract } from '../contracts.ts'

export interface Output {
  /** Raw bytes. */
  readonly address: Hex
  readonly lovelace: bigint
  readonly tokens?: Readonly<Record<AssetId, bigint>>
  /** Inline. */
  readonly datum?: Hex
}

export interface Input extends Output {
  /** For an output at a script. */
  readonly redeemer?: Hex
}

/** Inputs keep the given order, see {@link referenceOf}. */
export interface Draft {
  readonly inputs: readonly Input[]
  readonly outputs: readonly Output[]
  readonly mint?: Readonly<Record<AssetId, bigint>>
  /** Keys are policies. */
  readonly mintRedeemers?: Readonly<Record<Hex, Hex>>
  readonly withdrawals?: readonly { readonly credential: Credential; readonly redeemer?: Hex }[]
  /** Reward accounts of these script credentials are deregistered. */
  readonly deregistrations?: readonly { readonly credential: Credential; readonly redeemer: Hex }[]
  readonly signers?: readonly Hex[]
  /** Unix seconds. */
  readonly validFrom?: number
  /** Besides the committed contracts, in one CBOR wrapping. */
  readonly scripts?: readonly Hex[]
}

/** The input of a draft at `index` has this reference. */
export const referenceOf = (index: number): OutputReference => ({
  transaction: (index + 1).toString(16).padStart(64, '0'),
  index: 0,
})

/** Slots are Unix seconds, so that tests can name times. */
const CLOCK = { start: 0 }

/**
 * @returns each script's units, in the ledger's order
 * @throws if a script refuses, or uses more than a transaction may
 */
export const runTransaction = async (draft: Draft): Promise<readonly ExecutionUnits[]> => {
  const redeemers = redeemersOf(draft)
  const outcome = runScripts(
    { cbor: cborList([bodyOf(draft), witnessesOf(draft, redeemers), 'f5', 'f6']), redeemers },
    draft.inputs.map((input, index) => ({
      reference: referenceOf(index),
      output: { cbor: outputOf(input) },
    })),
    DEVNET_PARAMETERS,
    CLOCK,
  )
  if ('failure' in outcome) throw new Error(outcome.failure.reason)
  return outcome.executionUnits
}

/** Member numbers are those of the CDDL. */
const bodyOf = (draft: Draft): Hex => {
  const { inputs, outputs, mint = {}, deregistrations = [], signers = [], validFrom } = draft
  const withdrawals = withdrawalsOf(draft)
  const members: [number, Hex][] = [
    [0, cborList(inputs.map((_, index) => inputOf(index)))],
    [1, cborList(outputs.map(outputOf))],
    [2, cborInteger(1_000_000)],
  ]
  if (deregistrations.length > 0)
    members.push([
      4,
      cborList(deregistrations.map(({ credential }) => cborList(['01', credentialOf(credential)]))),
    ])
  if (withdrawals.length > 0)
    members.push([5, cborMap(withdrawals.map(({ credential }) => [cborBytes(accountOf(credential)), '00']))])
  if (validFrom !== undefined) members.push([8, cborInteger(validFrom)])
  if (amountsOf(mint).length > 0) members.push([9, assetsCbor(amountsOf(mint))])
  if (signers.length > 0) members.push([14, cborList(signers.map(cborBytes))])
  return cborMap(members.map(([number, value]) => [cborInteger(number), value]))
}

const witnessesOf = (draft: Draft, redeemers: readonly Hex[]): Hex =>
  cborMap([
    ['05', cborList(redeemers)],
    ['06', cborList([...contractsIn(draft), ...(draft.scripts ?? [])].map(cborBytes))],
  ])

/** The ledger's numbers of redeemer purposes. */
const [SPEND, MINT, PUBLISH, WITHDRAW] = [0, 1, 2, 3]

const redeemersOf = (draft: Draft): readonly Hex[] => [
  ...redeemersFor(
    SPEND,
    draft.inputs.map(({ redeemer }) => redeemer),
  ),
  ...redeemersFor(
    MINT,
    policiesOf(draft).map((policy) => draft.mintRedeemers?.[policy]),
  ),
  ...redeemersFor(
    WITHDRAW,
    withdrawalsOf(draft).map(({ redeemer }) => redeemer),
  ),
  ...redeemersFor(
    PUBLISH,
    (draft.deregistrations ?? []).map(({ redeemer }) => redeemer),
  ),
]

/** Contracts whose hashes are in the transaction. */
const contractsIn = (draft: Draft): readonly Hex[] => {
  const named = new Set([
    ...draft.inputs.map(({ address }) => paymentCredential(address)?.hash),
    ...policiesOf(draft),
    ...[...withdrawalsOf(draft), ...(draft.deregistrations ?? [])].map(({ credential }) => credential.hash),
  ])
  return [...CONTRACT_NAMES, ...PAST_NAMES]
    .map(contract)
    .filter(({ hash }) => named.has(hash))
    .map(({ cbor }) => cbor)
}

/** In the ledger's order, which gives redeemers their indexes. */
const policiesOf = (draft: Draft): readonly Hex[] =>
  [...new Set(Object.keys(draft.mint ?? {}).map(policyOf))].sort()

const withdrawalsOf = (draft: Draft) =>
  (draft.withdrawals ?? []).toSorted((a, b) => (orderKey(a.credential) < orderKey(b.credential) ? -1 : 1))

const orderKey = ({ kind, hash }: Credential): string => (kind === 'script' ? '0' : '1') + hash

/** Declares no units, because tests measure the units. */
const redeemersFor = (purpose: number, redeemers: readonly (Hex | undefined)[]): readonly Hex[] =>
  redeemers.flatMap((redeemer, index) =>
    redeemer === undefined
      ? []
      : [cborList([cborInteger(purpose), cborInteger(index), redeemer, cborList(['00', '00'])])],
  )

const inputOf = (place: number): Hex => {
  const { transaction, index } = referenceOf(place)
  return cborList([cborBytes(transaction), cborInteger(index)])
}

const outputOf = ({ address, lovelace, tokens = {}, datum }: Output): Hex =>
  outputCbor({
    address,
    value: valueCbor(lovelace, amountsOf(tokens)),
    ...(datum === undefined ? {} : { datum }),
  })

/** Without amounts of 0, as in all values of the ledger. */
const amountsOf = (tokens: Readonly<Record<AssetId, bigint>>): AssetAmount[] =>
  inLedgerOrder(
    Object.entries(tokens)
      .filter(([, quantity]) => quantity !== 0n)
      .map(([asset, quantity]) => ({ asset, quantity })),
  )

/** On a test network. */
const accountOf = ({ kind, hash }: Credential): Hex => (kind === 'script' ? 'f0' : 'e0') + hash

const credentialOf = ({ kind, hash }: Credential): Hex =>
  cborList([kind === 'script' ? '01' : '00', cborBytes(hash)])
