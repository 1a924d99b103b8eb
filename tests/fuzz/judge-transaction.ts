// Checks a built transaction with a ledger library that the builder does not use. The transaction must conserve value, pay at least the
// minimum fee, respect the maximum size, have no output below its minimum lovelace, and pay no key but that of its owner. A launch also
// pays the launchpad.
import * as Csl from '@emurgo/cardano-serialization-lib-nodejs'
import { DEVNET_PARAMETERS } from '../../devnet/ledger/parameters.ts'
import { decimalFraction } from '../../schema/launchpad/ledger-fees.ts'
import type { Hex } from '../../schema/primitives.ts'

/** `value` is CBOR, and the script's size is in bytes. */
export interface Held {
  readonly value: Hex
  readonly scriptBytes: number
}

/** Permitted lovelace above the minimum fee. The builder reserves bytes for additions by wallets. */
const MOST_OVERPAID = 2_000n

const LOVELACE = 'lovelace'

type Amounts = Map<string, bigint>

const add = (amounts: Amounts, asset: string, amount: Csl.BigNum, sign: 1n | -1n): void => {
  amounts.set(asset, (amounts.get(asset) ?? 0n) + sign * BigInt(amount.to_str()))
}

const addAssets = (amounts: Amounts, assets: Csl.MultiAsset | undefined, sign: 1n | -1n): void => {
  const policies = assets?.keys()
  for (let at = 0; policies !== undefined && at < policies.len(); at += 1) {
    const policy = policies.get(at)
    const names = assets?.get(policy)?.keys()
    for (let n = 0; names !== undefined && n < names.len(); n += 1)
      add(
        amounts,
        `${policy.to_hex()}.${names.get(n).to_hex()}`,
        assets?.get_asset(policy, names.get(n)) ?? Csl.BigNum.zero(),
        sign,
      )
  }
}

const addValue = (amounts: Amounts, value: Csl.Value, sign: 1n | -1n): void => {
  add(amounts, LOVELACE, value.coin(), sign)
  addAssets(amounts, value.multiasset(), sign)
}

const interval = (decimal: number): Csl.UnitInterval => {
  const [numerator, denominator] = decimalFraction(decimal)
  return Csl.UnitInterval.new(Csl.BigNum.from_str(`${numerator}`), Csl.BigNum.from_str(`${denominator}`))
}

const number = (value: number): Csl.BigNum => Csl.BigNum.from_str(String(value))

const PRICES = Csl.ExUnitPrices.new(
  interval(DEVNET_PARAMETERS.prices.memory),
  interval(DEVNET_PARAMETERS.prices.steps),
)
const LINEAR = Csl.LinearFee.new(
  number(DEVNET_PARAMETERS.minFeeCoefficient),
  number(DEVNET_PARAMETERS.minFeeConstant),
)
const DATA_COST = Csl.DataCost.new_coins_per_byte(number(DEVNET_PARAMETERS.coinsPerUtxoByte))

const minimumFee = (transaction: Csl.Transaction, scriptBytes: number): bigint => {
  const base = DEVNET_PARAMETERS.minFeeReferenceScripts?.base ?? 0
  return [
    Csl.min_fee(transaction, LINEAR),
    Csl.min_script_fee(transaction, PRICES),
    Csl.min_ref_script_fee(scriptBytes, interval(base)),
  ].reduce((sum, fee) => sum + BigInt(fee.to_str()), 0n)
}

const referencesOf = (inputs: Csl.TransactionInputs | undefined): string[] =>
  Array.from({ length: inputs?.len() ?? 0 }, (_, at) => {
    const input = inputs?.get(at)
    return `${input?.transaction_id().to_hex()}#${input?.index()}`
  })

/** Inputs and mint minus outputs and fee: 0 if the transaction conserves value. */
const balance = (body: Csl.TransactionBody, inputs: readonly Held[]): Amounts => {
  const amounts: Amounts = new Map()
  for (const { value } of inputs) addValue(amounts, Csl.Value.from_hex(value), 1n)
  const outputs = body.outputs()
  for (let at = 0; at < outputs.len(); at += 1) addValue(amounts, outputs.get(at).amount(), -1n)
  add(amounts, LOVELACE, body.fee(), -1n)
  addAssets(amounts, body.mint()?.as_positive_multiasset(), 1n)
  addAssets(amounts, body.mint()?.as_negative_multiasset(), -1n)
  return amounts
}

/**
 * @param heldBy returns the value of an output by its reference; undefined if unknown
 * @param owner address of the owner, in hex, if the transaction has all signatures for which the fee was computed
 * @returns the problem; undefined if there is none
 */
export const judgeTransaction = (
  cbor: Hex,
  heldBy: (reference: string) => Held | undefined,
  owner?: Hex,
): string | undefined => {
  const transaction = Csl.Transaction.from_hex(cbor)
  const body = transaction.body()
  const references = referencesOf(body.inputs())
  const inputs = references.map(heldBy)
  const known = inputs.filter((input) => input !== undefined)
  if (known.length < references.length)
    return `it spends ${references.filter((_, at) => inputs[at] === undefined)}, which was not given`
  const unbalanced = [...balance(body, known)].filter(([, amount]) => amount !== 0n)
  if (unbalanced.length > 0) return `it does not conserve value: ${unbalanced.join('; ')}`
  const size = cbor.length / 2 - 1
  if (size > DEVNET_PARAMETERS.maxTxSize) return `it has ${size} bytes`
  const outputs = body.outputs()
  for (let at = 0; at < outputs.len(); at += 1) {
    const lovelace = BigInt(outputs.get(at).amount().coin().to_str())
    const least = BigInt(Csl.min_ada_for_output(outputs.get(at), DATA_COST).to_str())
    if (lovelace < least) return `output ${at} has ${lovelace} lovelace and needs ${least}`
    const address = outputs.get(at).address()
    const isOfKey = address.payment_cred()?.to_keyhash() !== undefined
    if (owner !== undefined && isOfKey && address.to_hex() !== owner && body.mint() === undefined)
      return `output ${at} pays another key`
  }
  const referenced = [
    ...known,
    ...referencesOf(body.reference_inputs()).flatMap((name) => heldBy(name) ?? []),
  ]
  const scriptBytes = referenced.reduce((sum, held) => sum + held.scriptBytes, 0)
  const [fee, least] = [BigInt(body.fee().to_str()), minimumFee(transaction, scriptBytes)]
  if (fee < least) return `it pays ${fee} lovelace and the minimum is ${least}`
  return owner !== undefined && fee > least + MOST_OVERPAID
    ? `it pays ${fee} lovelace, but ${least} would suffice`
    : undefined
}
