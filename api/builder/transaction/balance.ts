// Computes the exact change of a recipe: inputs and mints, minus outputs and fee. If the change has many kinds of tokens, or more of one than
// an output may have, the change is divided among several outputs. So every output stays far below the size limit of a value, and can be
// spent with a moderate fee. Each further output needs lovelace. If a wallet does not have this lovelace, there are as few outputs as the
// ledger allows.
import { least } from '../../../schema/amount-limits.ts'
import { minUtxo } from '../../../schema/launchpad/ledger-fees.ts'
import type { AssetAmount, AssetId, Hex } from '../../../schema/primitives.ts'
import { BuildError } from '../build-error.ts'
import type { ProtocolParameters } from '../node-view.ts'
import type { Recipe } from '../recipes/recipe.ts'
import type { Output, Utxo } from './utxo.ts'
import { libraryOutput } from './write-transaction.ts'

/** Assets in one output of change: about half of what a value may have. */
const MOST_ASSETS = 60

/** The output's lovelace is not chosen yet. */
export const minUtxoOf = (output: Omit<Output, 'lovelace'>, parameters: ProtocolParameters): bigint =>
  // All amounts from 65,536 to 4,294,967,295 take the same number of bytes.
  minUtxo(libraryOutput({ ...output, lovelace: 1_000_000n }).toCbor(), parameters)

export const withMinUtxo = (output: Omit<Output, 'lovelace'>, parameters: ProtocolParameters): Output => ({
  ...output,
  lovelace: minUtxoOf(output, parameters),
})

/** Largest amount of an asset, or of lovelace, in one output. */
const MOST_IN_OUTPUT = 2n ** 64n - 1n

/** Inputs and mints, minus outputs. A negative amount is what the inputs lack. */
interface Surplus {
  readonly lovelace: bigint
  /** Nonzero, in the order of first appearance. */
  readonly assets: readonly AssetAmount[]
}

/** @throws {BuildError} `INVALID_REQUEST` if the inputs have more lovelace than exists */
export const surplusOf = ({ outputs, mint = [] }: Recipe, inputs: readonly Utxo[]): Surplus => {
  const left = new Map<AssetId, bigint>()
  const add = (assets: readonly AssetAmount[] = [], sign = 1n): void => {
    for (const { asset, quantity } of assets) left.set(asset, (left.get(asset) ?? 0n) + sign * quantity)
  }
  let lovelace = 0n
  for (const { output } of inputs) {
    lovelace += output.lovelace
    add(output.assets)
  }
  for (const { assets } of mint) add(assets)
  for (const output of outputs) {
    lovelace -= output.lovelace
    add(output.assets, -1n)
  }
  if (lovelace > MOST_IN_OUTPUT)
    throw new BuildError('INVALID_REQUEST', 'the given outputs have more lovelace than one output may have')
  return {
    lovelace,
    assets: [...left].flatMap(([asset, quantity]) => (quantity === 0n ? [] : [{ asset, quantity }])),
  }
}

/** Lovelace that a surplus lacks for change, and whether fewer outputs would need less. */
export interface Shortage {
  readonly missing: bigint
  readonly isDivided: boolean
}

type Change = { readonly outputs: readonly Output[] } | Shortage

/**
 * Amounts that one output may have, in lists without an asset twice. Anybody can mint a token in several transactions and send more of it to
 * a wallet than one output may have.
 */
const withinLimit = (assets: readonly AssetAmount[]): readonly (readonly AssetAmount[])[] => {
  const lists: AssetAmount[][] = []
  for (let rest = assets; rest.length > 0; ) {
    lists.push(rest.map(({ asset, quantity }) => ({ asset, quantity: least(quantity, MOST_IN_OUTPUT) })))
    rest = rest.flatMap(({ asset, quantity }) =>
      quantity > MOST_IN_OUTPUT ? [{ asset, quantity: quantity - MOST_IN_OUTPUT }] : [],
    )
  }
  return lists
}

/** All assets then fit into the fewest outputs. */
const mostThatFit = (
  assets: readonly AssetAmount[],
  address: Hex,
  { maxValueSize }: ProtocolParameters,
): number => {
  for (let parts = 1; ; parts += 1) {
    const most = Math.ceil(assets.length / parts)
    const fits = (at: number): boolean => {
      const part = { address, lovelace: MOST_IN_OUTPUT, assets: assets.slice(at, at + most) }
      return libraryOutput(part).amount().toCbor().length / 2 <= maxValueSize
    }
    if (most <= MOST_ASSETS || assets.every((_, at) => at % most !== 0 || fits(at))) return most
  }
}

/**
 * No outputs if the surplus is zero.
 * @param address raw bytes
 * @param isTight as few outputs as the ledger allows
 */
export const changeOf = (
  surplus: Surplus,
  fee: bigint,
  address: Hex,
  parameters: ProtocolParameters,
  isTight = false,
): Change => {
  const lists = withinLimit(surplus.assets)
  const most = isTight ? mostThatFit(lists[0] ?? [], address, parameters) : MOST_ASSETS
  const divided = lists.flatMap((list) =>
    Array.from({ length: Math.ceil(list.length / most) }, (_, at) => list.slice(at * most, (at + 1) * most)),
  )
  const kept = divided.at(-1) ?? []
  const parts = divided.slice(0, -1).map((assets) => withMinUtxo({ address, assets }, parameters))
  const rest = parts.reduce((sum, part) => sum - part.lovelace, surplus.lovelace - fee)
  const last = { address, lovelace: rest, assets: kept }
  if (rest === 0n && kept.length === 0) return { outputs: parts }
  const needed =
    rest > 0n
      ? minUtxo(libraryOutput(last).toCbor(), parameters)
      : minUtxoOf({ address, assets: kept }, parameters)
  return rest < needed
    ? { missing: needed - rest, isDivided: parts.length > 0 }
    : { outputs: [...parts, last] }
}
