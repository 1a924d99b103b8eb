// Turns a recipe into an unsigned transaction: coins, redeemer pointers, the minimum fee (`complete`), change, and collateral with its
// return. An output with less than its minimum lovelace is refused (`checkOutputs`). The lovelace of an output comes from the recipe. The
// assembly is pure: the same recipe with the same coins gives the same bytes. api/builder/README.md says which steps the library does, and
// why it does not do all.
import { Cardano, Serialization } from '@cardano-sdk/core'
import { HexBlob } from '@cardano-sdk/util'
import { paymentCredential } from '../../../schema/codecs/address.ts'
import { blake2b256 } from '../../../schema/launchpad/derivations.ts'
import {
  feeSize,
  minimumCollateral,
  minimumFee,
  minUtxo,
  scriptBytes,
} from '../../../schema/launchpad/ledger-fees.ts'
import type { AssetAmount, Hex } from '../../../schema/primitives.ts'
import { formatOutputReference } from '../../../schema/primitives.ts'
import { BuildError } from '../build-error.ts'
import type { ProtocolParameters, ScriptUnits } from '../node-view.ts'
import type { Recipe } from '../recipes/recipe.ts'
import type { Signature } from './attach-witness.ts'
import { changeOf, type Shortage, surplusOf } from './balance.ts'
import { languagesOf, redeemersOf, scriptRuns } from './scripts-run.ts'
import { inLedgerOrder, selectCoins } from './select-coins.ts'
import type { Output, Utxo } from './utxo.ts'
import {
  bodyCbor,
  joinTransaction,
  libraryOutput,
  libraryScript,
  type SetForm,
  scriptDataHash,
  transactionId,
  witnessSet,
} from './write-transaction.ts'

export interface Assembly<U extends Utxo = Utxo> {
  readonly recipe: Recipe<U>
  /** Coins besides the recipe's own inputs; empty if the recipe names all inputs. */
  readonly coins: readonly U[]
  /** Raw bytes. */
  readonly change: Hex
  /** Required if scripts run. */
  readonly collateral?: readonly U[]
  /** The recipe's references point to these outputs. */
  readonly references?: readonly Utxo[]
  readonly parameters: ProtocolParameters
  /** `tagged` if not given. */
  readonly sets?: SetForm
}

export interface Assembled<U extends Utxo = Utxo> {
  readonly cbor: Hex
  readonly id: Hex
  readonly fee: bigint
  readonly inputs: readonly U[]
  readonly outputs: readonly Output[]
  /** Key hashes. */
  readonly signers: readonly Hex[]
  /** @param valid false if the transaction declares that its scripts fail */
  readonly sign: (signatures: readonly Signature[], valid?: boolean) => Hex
}

/**
 * If the wallet has enough, inputs have this lovelace for fee and change. The change can then pay the fee of a later transaction and an
 * output with other tokens.
 */
const HEALTHY_CHANGE = 6_000_000n

/** All signatures have the same size. Their keys differ, because the library writes a key only once. */
const placeholders = (signers: readonly Hex[]): Signature[] =>
  signers.map((_, at) => ({ publicKey: at.toString(16).padStart(64, '0'), signature: '00'.repeat(64) }))

/** The fee covers the byte of the validity flag, which the ledger does not count. Wallets' libraries count it, except with `plain` sets. */
const VALIDITY_FLAG_BYTES = 1

/** A fee for the first computed size. Its CBOR is as long as that of any fee up to 4,294 ADA. */
const firstFee = ({ minFeeConstant }: ProtocolParameters): bigint => BigInt(minFeeConstant)

const rewardAccount = (account: Hex): string => Cardano.Address.fromBytes(HexBlob(account)).toBech32()

const total = (outputs: readonly Output[]): bigint =>
  outputs.reduce((sum, { lovelace }) => sum + lovelace, 0n)

const auxiliaryOf = ({ metadata }: Recipe): Serialization.AuxiliaryData | undefined => {
  if (metadata === undefined) return undefined
  const auxiliary = new Serialization.AuxiliaryData()
  const labels = [...metadata].map(
    ([label, cbor]) => [label, Serialization.TransactionMetadatum.fromCbor(HexBlob(cbor))] as const,
  )
  auxiliary.setMetadata(new Serialization.GeneralTransactionMetadata(new Map(labels)))
  return auxiliary
}

/** The ledger requires these signatures. */
const signersOf = ({ requiredSigners = [] }: Recipe, spent: readonly Utxo[]): Hex[] => [
  ...new Set([
    ...spent.flatMap(({ output }) => {
      const credential = paymentCredential(output.address)
      return credential?.kind === 'key' ? [credential.hash] : []
    }),
    ...requiredSigners,
  ]),
]

/**
 * If scripts fail, the owner gets back the collateral minus the required percentage of the fee.
 * @returns also the lovelace that the collateral has and needs
 */
const collateralReturn = (collateral: readonly Utxo[], taken: bigint, parameters: ProtocolParameters) => {
  const [first] = collateral
  if (first === undefined)
    throw new BuildError(
      'NO_COLLATERAL',
      'this transaction runs scripts and needs collateral: pass `collaterals`',
    )
  if (collateral.length > parameters.maxCollateralInputs)
    throw new BuildError(
      'NO_COLLATERAL',
      `${collateral.length} collaterals are too many: the maximum is ${parameters.maxCollateralInputs}`,
    )
  const { lovelace: has, assets } = surplusOf({ outputs: [] }, collateral)
  const { address } = first.output
  const left = has > taken ? has - taken : 0n
  const least = minUtxo(libraryOutput({ address, lovelace: left, assets }).toCbor(), parameters)
  const output = libraryOutput({ address, lovelace: left < least ? least : left, assets })
  return { output, has, needs: taken + least }
}

const checkOutputs = (
  fixed: readonly Serialization.TransactionOutput[],
  parameters: ProtocolParameters,
): void => {
  for (const [index, output] of fixed.entries()) {
    const lovelace = output.amount().coin()
    const least = minUtxo(output.toCbor(), parameters)
    if (lovelace < least)
      throw new BuildError('OUTPUT_TOO_SMALL', `output ${index} has ${lovelace} lovelace but needs ${least}`)
    if (output.amount().toCbor().length / 2 > parameters.maxValueSize)
      throw new BuildError('TOO_LARGE', `output ${index} has more kinds of tokens than the ledger allows`)
  }
}

/**
 * Returns the missing lovelace if the inputs have too little.
 * @param fixed the recipe's outputs, as objects of the library
 * @param isTight see `changeOf`
 */
const complete = <U extends Utxo>(
  { recipe, change, collateral = [], references = [], parameters, sets }: Assembly<U>,
  fixed: readonly Serialization.TransactionOutput[],
  inputs: readonly U[],
  units: readonly ScriptUnits[],
  isTight: boolean,
): Assembled<U> | Shortage => {
  const sorted = inLedgerOrder(inputs)
  const runs = scriptRuns(recipe, sorted)
  const redeemers = redeemersOf(runs, units)
  const carriers = [...sorted, ...references]
  const languages = languagesOf(runs, recipe, carriers)
  const auxiliary = auxiliaryOf(recipe)
  const scripts = recipe.scripts?.map(libraryScript)
  const surplus = surplusOf(recipe, sorted)
  const signers = signersOf(recipe, runs.length === 0 ? sorted : [...sorted, ...collateral])
  const witnesses = () =>
    witnessSet({
      scripts,
      datums: recipe.datums,
      redeemers: redeemers.length === 0 ? undefined : redeemers,
    })
  const hash = scriptDataHash(witnesses(), languages, parameters, sets)
  // The fee depends on the size, and the size on fee and change, so the fee is raised until it suffices.
  for (let fee = firstFee(parameters); ; ) {
    const left = changeOf(surplus, fee, change, parameters, isTight)
    if ('missing' in left) return left
    const taken = minimumCollateral(fee, parameters)
    const returned = runs.length === 0 ? undefined : collateralReturn(collateral, taken, parameters)
    const body = bodyCbor({
      sets,
      inputs: sorted.map(({ reference }) => reference),
      outputs: [...fixed, ...left.outputs.map(libraryOutput)],
      fee,
      references: recipe.references,
      mint: recipe.mint?.flatMap(({ assets }) => assets),
      withdrawals:
        recipe.withdraw &&
        Object.fromEntries(recipe.withdraw.map(({ account }) => [rewardAccount(account), 0n])),
      requiredSigners: recipe.requiredSigners,
      from: recipe.from,
      until: recipe.until,
      scriptDataHash: hash,
      auxiliaryDataHash: auxiliary && blake2b256(auxiliary.toCbor()),
      ...(returned !== undefined && {
        collaterals: inLedgerOrder(collateral).map(({ reference }) => reference),
        totalCollateral: taken,
        collateralReturn: returned.output,
      }),
    })
    const sign = (signatures: readonly Signature[], valid = true): Hex =>
      joinTransaction(body, witnesses(), signatures, { auxiliary, valid, sets })
    const size = feeSize(sign(placeholders(signers)))
    const paid = sets === 'plain' ? size : size + VALIDITY_FLAG_BYTES
    const least = minimumFee(paid, redeemers, scriptBytes(carriers), parameters)
    if (fee < least) {
      fee = least
      continue
    }
    // The fee depends on the scripts' units, so the collateral is checked only after they are measured.
    if (returned !== undefined && units.length > 0 && returned.has < returned.needs)
      throw new BuildError(
        'NO_COLLATERAL',
        `the collateral has ${returned.has} lovelace but needs ${returned.needs}`,
      )
    if (size > parameters.maxTxSize)
      throw new BuildError(
        'TOO_LARGE',
        `the transaction takes ${size} bytes: the maximum is ${parameters.maxTxSize}`,
      )
    return {
      cbor: sign([]),
      id: transactionId(body),
      fee,
      inputs: sorted,
      outputs: [...recipe.outputs, ...left.outputs],
      signers,
      sign,
    }
  }
}

const insufficient = (need: bigint, missing: AssetAmount | undefined): BuildError =>
  new BuildError(
    'INSUFFICIENT_FUNDS',
    missing === undefined
      ? `Insufficient funds: need ${need} lovelace`
      : `Insufficient funds: ${missing.quantity} of ${missing.asset} are missing`,
  )

/**
 * Coins are added until outputs, fee and change are covered.
 * @param units none for a transaction that is still to be evaluated
 * @throws {BuildError} that says what is missing
 */
export const assemble = <U extends Utxo>(
  assembly: Assembly<U>,
  units: readonly ScriptUnits[] = [],
): Assembled<U> => {
  const { recipe, parameters } = assembly
  // Reading the outputs' datums takes as long as all other work, so outputs are converted once.
  const fixed = recipe.outputs.map(libraryOutput)
  checkOutputs(fixed, parameters)
  const own = (recipe.spend ?? []).map(({ utxo }) => utxo)
  const taken = new Set(own.map(({ reference }) => formatOutputReference(reference)))
  const coins = assembly.coins.filter(({ reference }) => !taken.has(formatOutputReference(reference)))
  const { lovelace, assets } = surplusOf(recipe, own)
  const lacking = assets.flatMap(({ asset, quantity }) =>
    quantity < 0n ? [{ asset, quantity: -quantity }] : [],
  )
  const select = (beyond: bigint): U[] | undefined =>
    selectCoins(coins, { assets: lacking, lovelace: beyond - lovelace })
  // If the wallet cannot afford the preferred change, the needed amount is found step by step.
  let beyond = coins.length > 0 && select(HEALTHY_CHANGE) !== undefined ? HEALTHY_CHANGE : 0n
  let [isDivided, isTight] = [false, false]
  for (;;) {
    const chosen = select(beyond)
    if (chosen === undefined && isDivided && !isTight) {
      isTight = true
      beyond = 0n
      continue
    }
    if (chosen === undefined) {
      const missing = lacking.find(
        (asset) => selectCoins(coins, { lovelace: 0n, assets: [asset] }) === undefined,
      )
      throw insufficient(total(recipe.outputs) + beyond, missing)
    }
    const result = complete(assembly, fixed, [...own, ...chosen], units, isTight)
    if (!('missing' in result)) return result
    isDivided = result.isDivided
    // The missing lovelace is added to the surplus of the coins chosen so far.
    const surplus = surplusOf(recipe, [...own, ...chosen]).lovelace
    beyond = surplus + result.missing
  }
}
