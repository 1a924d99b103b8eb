// The ledger of a chain, read from its blocks' JSON without the service's readers. Contains each transaction with the outputs that the
// transaction spent, and the unspent outputs after the last block. Byron blocks are omitted, since their coins do not belong to users of
// the launchpad.

import type { ChainBlock } from '../../devnet/chain/chain-block.ts'
import { once } from '../../devnet/once.ts'
import { parseAddress } from '../../schema/codecs/address.ts'
import { isRecord } from '../../schema/ogmios/read-json.ts'
import { type AssetId, assetId, formatOutputReference, type Hex } from '../../schema/primitives.ts'

/** A string, or an integer of 16 digits or more. A number with a fraction or an exponent is not an integer. */
const TEXT_OR_LONG_INTEGER = /"[^"\\]*(?:\\.[^"\\]*)*"|(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/g

/**
 * Like `JSON.parse`, but returns integers of 16 digits and more as strings, because a double may round them. {@link integer} reads both
 * forms.
 */
const parseExactJson = (text: string): unknown =>
  JSON.parse(text.replace(TEXT_OR_LONG_INTEGER, (found) => (found.startsWith('"') ? found : `"${found}"`)))

/**
 * @param value a part of a result of {@link parseExactJson}
 * @throws {Error} if it is not an integer
 */
const integer = (value: unknown): bigint => {
  if (Number.isSafeInteger(value) || (typeof value === 'string' && /^-?\d{16,}$/.test(value)))
    return BigInt(String(value))
  throw new Error(`${JSON.stringify(value)} is not an integer`)
}

export interface RawOutput {
  /** Raw bytes. */
  readonly address: Hex
  readonly lovelace: bigint
  readonly assets: ReadonlyMap<AssetId, bigint>
  readonly datum?: Hex
  /** `txHash#index` */
  readonly reference: string
}

interface RawTransaction {
  readonly id: Hex
  readonly json: unknown
  readonly isValid: boolean
  /** `txHash#index`, in ledger order. */
  readonly inputs: readonly string[]
  readonly outputs: readonly RawOutput[]
  readonly mint: ReadonlyMap<AssetId, bigint>
}

export interface PlacedTransaction extends RawTransaction {
  readonly block: ChainBlock
  /** Undefined if no block created the output. */
  readonly spent: readonly (RawOutput | undefined)[]
}

const members = (value: unknown): [string, unknown][] => (isRecord(value) ? Object.entries(value) : [])
const items = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

const addresses = new Map<string, Hex>()
const addressOf = (text: string): Hex => {
  const known = addresses.get(text) ?? parseAddress(text)
  addresses.set(text, known)
  return known
}

const assetsOf = (value: unknown): Map<AssetId, bigint> =>
  new Map(
    members(value)
      .filter(([policy]) => policy !== 'ada')
      .flatMap(([policy, names]) =>
        members(names).map(([name, quantity]) => [assetId(policy, name), integer(quantity)] as const),
      ),
  )

const lovelaceOf = (value: unknown): bigint => {
  const ada = isRecord(value) ? value.ada : undefined
  return integer(isRecord(ada) ? ada.lovelace : undefined)
}

const readOutput = (value: unknown, transaction: Hex, index: number): RawOutput => {
  if (!isRecord(value)) throw new Error(`output ${transaction}#${index} is not an object`)
  return {
    address: addressOf(textOf(value.address)),
    lovelace: lovelaceOf(value.value),
    assets: assetsOf(value.value),
    ...(typeof value.datum === 'string' ? { datum: value.datum } : undefined),
    reference: formatOutputReference({ transaction, index }),
  }
}

const readReference = (value: unknown): string => {
  const transaction = isRecord(value) ? value.transaction : undefined
  return `${textOf(isRecord(transaction) ? transaction.id : undefined)}#${isRecord(value) ? value.index : ''}`
}

const readTransaction = (value: unknown): RawTransaction => {
  if (!isRecord(value)) throw new Error('a transaction is no object')
  const id = textOf(value.id)
  const isValid = value.spends === 'inputs'
  const declared = items(value.outputs)
  const returned = value.collateralReturn === undefined ? [] : [value.collateralReturn]
  return {
    id,
    json: value,
    isValid,
    inputs: items(isValid ? value.inputs : value.collaterals).map(readReference),
    outputs: isValid
      ? declared.map((output, index) => readOutput(output, id, index))
      : returned.map((output) => readOutput(output, id, declared.length)),
    mint: isValid ? assetsOf(value.mint) : new Map(),
  }
}

/**
 * Sub-transactions come first, then the transaction itself (CIP-118). If its scripts failed, it applies only itself. A sub-transaction's
 * JSON lacks `spends`.
 */
const appliedBy = (value: unknown): unknown[] => {
  if (!isRecord(value) || value.spends !== 'inputs') return [value]
  return [...items(value.subTransactions).map((nested) => ({ ...Object(nested), spends: 'inputs' })), value]
}

const transactionsOf = once(({ era, json }: ChainBlock): readonly RawTransaction[] => {
  const parsed = era === 'byron' ? undefined : parseExactJson(json.toString())
  return items(isRecord(parsed) ? parsed.transactions : [])
    .flatMap(appliedBy)
    .map(readTransaction)
})

/** Any stake credential is accepted (CIP-19). */
export const isAt = (scripts: readonly Hex[], { address }: RawOutput): boolean =>
  /^[1357]/.test(address) && scripts.includes(address.slice(2, 58))

/** Any stake credential is accepted. */
export const isOfKey = (networkId: 0 | 1, { address }: RawOutput): boolean =>
  /^[0246]/.test(address) && address[1] === `${networkId}`

export class RawLedger {
  readonly transactions = new Map<Hex, PlacedTransaction>()
  /** Keys are `txHash#index`. */
  readonly unspent = new Map<string, RawOutput>()
  /** Minted and not burned. */
  readonly minted = new Map<AssetId, bigint>()

  constructor(blocks: Iterable<ChainBlock> = []) {
    for (const block of blocks) this.add(block)
  }

  /** Keys are payment key hashes. The outputs are in the chain's order. */
  unspentByKey(networkId: 0 | 1): Map<Hex, RawOutput[]> {
    const byKey = new Map<Hex, RawOutput[]>()
    for (const output of this.unspent.values()) {
      if (!isOfKey(networkId, output)) continue
      const key = output.address.slice(2, 58)
      const owned = byKey.get(key)
      if (owned === undefined) byKey.set(key, [output])
      else owned.push(output)
    }
    return byKey
  }

  add(block: ChainBlock): void {
    for (const transaction of transactionsOf(block)) {
      const spent = transaction.inputs.map((reference) => this.unspent.get(reference))
      for (const reference of transaction.inputs) this.unspent.delete(reference)
      for (const output of transaction.outputs) this.unspent.set(output.reference, output)
      for (const [asset, quantity] of transaction.mint)
        this.minted.set(asset, (this.minted.get(asset) ?? 0n) + quantity)
      this.transactions.set(transaction.id, { ...transaction, block, spent })
    }
  }
}
