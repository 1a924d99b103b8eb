// Assembles a recipe with script budgets that the node measured.

import type { Hex } from '../../../schema/primitives.ts'
import type { NodeView, ScriptUnits } from '../node-view.ts'
import type { Recipe } from '../recipes/recipe.ts'
import { type Assembled, type Assembly, assemble } from './assemble.ts'
import type { Utxo } from './utxo.ts'

/** Scripts may use a twentieth more than was measured: change and fee move after it. */
const withMargin = (units: bigint): bigint => (units * 21n) / 20n + 1n

const allowed = (measured: readonly ScriptUnits[]): ScriptUnits[] =>
  measured.map((each) => ({ ...each, memory: withMargin(each.memory), cpu: withMargin(each.cpu) }))

const runsScripts = ({ spend = [], mint = [], withdraw = [] }: Recipe): boolean =>
  mint.length > 0 || withdraw.length > 0 || spend.some(({ redeemer }) => redeemer !== undefined)

/**
 * Takes turns with the evaluation: yields transactions whose scripts are to be measured, and returns the transaction with those
 * budgets. When the fee of the scripts asks for more coins, it is measured again over all of them; coins are only ever added, so
 * that ends.
 */
export function* building<Held extends Utxo>(
  assembly: Assembly<Held>,
): Generator<Hex, Assembled<Held>, readonly ScriptUnits[]> {
  if (!runsScripts(assembly.recipe)) return assemble(assembly)
  let draft = assemble(assembly)
  for (;;) {
    const units = allowed(yield draft.cbor)
    const own = new Set(assembly.recipe.spend?.map(({ utxo }) => utxo))
    const kept = draft.inputs.filter((utxo) => !own.has(utxo)).map((utxo) => ({ utxo }))
    const recipe = { ...assembly.recipe, spend: [...(assembly.recipe.spend ?? []), ...kept] }
    const result = assemble({ ...assembly, recipe }, units)
    if (result.inputs.length === draft.inputs.length) return result
    draft = result
  }
}

/**
 * The unsigned transaction of a recipe.
 * @throws {BuildError} that says what is missing, or which script fails
 */
export const build = async <Held extends Utxo>(
  assembly: Omit<Assembly<Held>, 'references' | 'parameters'>,
  node: NodeView,
): Promise<Assembled<Held>> => {
  const [parameters, references] = await Promise.all([
    node.protocolParameters(),
    node.utxos(assembly.recipe.references ?? []),
  ])
  const turns = building({ ...assembly, references, parameters })
  let turn = turns.next()
  while (turn.done !== true) turn = turns.next(await node.evaluate(turn.value))
  return turn.value
}
