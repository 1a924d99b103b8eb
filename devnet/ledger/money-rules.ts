// Rules for amounts: minimum lovelace, collateral, execution units, fee, and conservation of value.
import { paymentCredential } from '../../schema/codecs/address.ts'
import {
  feeSize,
  minimumCollateral,
  minimumFee,
  minUtxo,
  scriptBytes,
} from '../../schema/launchpad/ledger-fees.ts'
import { type AssetAmount, assetNameOf, policyOf } from '../../schema/primitives.ts'
import type { LedgerOutput } from './output.ts'
import type { Context, Rule } from './rule.ts'
import { addressData, lovelaceData, outputData, referenceData, submissionError } from './submission-error.ts'
import { outputsAndReturn } from './transaction.ts'

interface Value {
  lovelace: bigint
  readonly assets: Map<string, bigint>
}

const emptyValue = (): Value => ({ lovelace: 0n, assets: new Map() })

const addAssets = (value: Value, assets: readonly AssetAmount[], sign = 1n): void => {
  for (const { asset, quantity } of assets)
    value.assets.set(asset, (value.assets.get(asset) ?? 0n) + sign * quantity)
}

const addOutput = (value: Value, output: LedgerOutput, sign = 1n): void => {
  value.lovelace += sign * output.lovelace
  addAssets(value, output.assets, sign)
}

const valueData = ({ lovelace, assets }: Value) => {
  const policies: Record<string, Record<string, number>> = {}
  for (const [asset, quantity] of [...assets].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (quantity === 0n) continue
    const policy = policyOf(asset)
    policies[policy] = { ...policies[policy], [assetNameOf(asset)]: Number(quantity) }
  }
  return { ...lovelaceData(lovelace), ...policies }
}

const sameValue = (a: Value, b: Value): boolean =>
  a.lovelace === b.lovelace &&
  [...a.assets.keys(), ...b.assets.keys()].every(
    (asset) => (a.assets.get(asset) ?? 0n) === (b.assets.get(asset) ?? 0n),
  )

export const minUtxoHeld: Rule = ({ transaction, parameters }) => {
  const poor = outputsAndReturn(transaction).filter(
    (output) => output.lovelace < minUtxo(output.cbor, parameters),
  )
  if (poor.length === 0) return undefined
  return submissionError(3125, 'Outputs have too little ada for their size.', {
    insufficientlyFundedOutputs: poor.map((output) => ({
      output: outputData(output),
      minimumRequiredValue: lovelaceData(minUtxo(output.cbor, parameters)),
    })),
  })
}

/** Lost if the scripts fail. */
const collateralGiven = ({ collaterals, transaction: { collateralReturn } }: Context): Value => {
  const value = emptyValue()
  for (const { output } of collaterals) addOutput(value, output)
  if (collateralReturn !== undefined) addOutput(value, collateralReturn, -1n)
  return value
}

export const collateral: Rule = (context) => {
  const { transaction, collaterals, parameters } = context
  if (transaction.redeemers.length === 0) return undefined
  if (transaction.collaterals.length === 0)
    return submissionError(3132, 'The transaction runs scripts and has no collateral.')
  if (transaction.collaterals.length > parameters.maxCollateralInputs)
    return submissionError(3131, 'There are too many collaterals.', {
      maximumCollateralInputs: parameters.maxCollateralInputs,
      countedCollateralInputs: transaction.collaterals.length,
    })
  const locked = collaterals.filter(({ output }) => paymentCredential(output.address)?.kind === 'script')
  if (locked.length > 0)
    return submissionError(3129, 'Collateral must belong to keys.', {
      unsuitableCollateralInputs: locked.map(({ reference }) => referenceData(reference)),
    })
  const given = collateralGiven(context)
  if ([...given.assets.values()].some((quantity) => quantity !== 0n))
    return submissionError(3133, 'Collateral without its return must be only ada.', {
      unsuitableCollateralValue: valueData(given),
    })
  const needed = minimumCollateral(transaction.fee, parameters)
  if (given.lovelace < needed)
    return submissionError(3128, 'There is too little collateral.', {
      providedCollateral: lovelaceData(given.lovelace),
      minimumRequiredCollateral: lovelaceData(needed),
    })
  if (transaction.totalCollateral === undefined || transaction.totalCollateral === given.lovelace)
    return undefined
  return submissionError(3135, 'The declared total collateral differs from the actual one.', {
    declaredTotalCollateral: lovelaceData(transaction.totalCollateral),
    computedTotalCollateral: lovelaceData(given.lovelace),
  })
}

export const withinExecutionUnits: Rule = ({ transaction: { redeemers }, parameters }) => {
  const { memory, steps } = parameters.maxExecutionUnitsPerTransaction
  const used = {
    memory: redeemers.reduce((sum, redeemer) => sum + redeemer.memory, 0n),
    cpu: redeemers.reduce((sum, redeemer) => sum + redeemer.cpu, 0n),
  }
  if (used.memory <= BigInt(memory) && used.cpu <= BigInt(steps)) return undefined
  return submissionError(3134, 'The execution units are more than a transaction may use.', {
    providedExecutionUnits: { memory: Number(used.memory), cpu: Number(used.cpu) },
    maximumExecutionUnits: { memory, cpu: steps },
  })
}

export const referenceScriptsFit: Rule = (context) => {
  const limit = context.parameters.maxReferenceScriptsSize
  const measured = scriptBytes([...context.inputs, ...context.references])
  if (limit === undefined || measured <= limit) return undefined
  return submissionError(3166, 'The scripts of inputs and references together are too large.', {
    measuredReferenceScriptsSize: { bytes: measured },
    maximumReferenceScriptsSize: { bytes: limit },
  })
}

export const feePaid: Rule = ({ transaction, inputs, references, parameters }) => {
  const { cbor, redeemers } = transaction
  const least = minimumFee(feeSize(cbor), redeemers, scriptBytes([...inputs, ...references]), parameters)
  if (transaction.fee >= least) return undefined
  return submissionError(3122, 'The fee is too small.', {
    minimumRequiredFee: lovelaceData(least),
    providedFee: lovelaceData(transaction.fee),
  })
}

/** This ledger pays no rewards, so only zero lovelace can be withdrawn, and only from existing accounts. */
export const withdrawalsExact: Rule = ({ transaction: { withdrawals }, accounts }) => {
  const wrong = withdrawals.filter(({ account, lovelace }) => lovelace !== 0n || !accounts.has(account))
  if (wrong.length === 0) return undefined
  return submissionError(3141, 'A withdrawal does not take all rewards, or its account is not registered.', {
    incompleteWithdrawals: Object.fromEntries(
      wrong.map(({ account, lovelace }) => [addressData(account), lovelaceData(lovelace)]),
    ),
  })
}

export const valueConserved: Rule = ({ transaction, inputs }) => {
  const consumed = emptyValue()
  const produced = emptyValue()
  for (const { output } of inputs) addOutput(consumed, output)
  for (const { lovelace } of transaction.withdrawals) consumed.lovelace += lovelace
  for (const output of transaction.outputs) addOutput(produced, output)
  produced.lovelace += transaction.fee
  addAssets(
    consumed,
    transaction.mint.filter(({ quantity }) => quantity > 0n),
  )
  addAssets(
    produced,
    transaction.mint.filter(({ quantity }) => quantity < 0n),
    -1n,
  )
  if (sameValue(consumed, produced)) return undefined
  return submissionError(3123, 'The value of the inputs differs from the value of the outputs.', {
    valueConsumed: valueData(consumed),
    valueProduced: valueData(produced),
  })
}
