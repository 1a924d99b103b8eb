// Assembles a recipe. The node measures the execution units of its scripts.

import type { NodeView, ScriptUnits } from '../node-view.ts'
import type { Recipe } from '../recipes/recipe.ts'
import { type Assembled, type Assembly, assemble } from './assemble.ts'
import type { Utxo } from './utxo.ts'

/** 5 % more, because change and fee may still change after the measurement. */
const withMargin = (units: bigint): bigint => (units * 21n) / 20n + 1n

const allowed = (measured: readonly ScriptUnits[]): ScriptUnits[] =>
  measured.map((each) => ({ ...each, memory: withMargin(each.memory), cpu: withMargin(each.cpu) }))

const runsScripts = ({ spend = [], mint = [], withdraw = [] }: Recipe): boolean =>
  mint.length > 0 || withdraw.length > 0 || spend.some(({ redeemer }) => redeemer !== undefined)

/**
 * Yields drafts to evaluate, receives their scripts' units, and returns the transaction with these units. If the fee then requires more
 * coins, the larger transaction is evaluated again. Coins are never removed, so the generator ends.
 */
export function* building<U extends Utxo>(
  assembly: Assembly<U>,
): Generator<Assembled<U>, Assembled<U>, readonly ScriptUnits[]> {
  if (!runsScripts(assembly.recipe)) return assemble(assembly)
  let draft = assemble(assembly)
  for (;;) {
    const units = allowed(yield draft)
    const own = new Set(assembly.recipe.spend?.map(({ utxo }) => utxo))
    const kept = draft.inputs.filter((utxo) => !own.has(utxo)).map((utxo) => ({ utxo }))
    const recipe = { ...assembly.recipe, spend: [...(assembly.recipe.spend ?? []), ...kept] }
    const result = assemble({ ...assembly, recipe }, units)
    if (result.inputs.length === draft.inputs.length) return result
    draft = result
  }
}

/** @throws {BuildError} `NODE_AWAY` */
export const partsFrom = async (
  node: NodeView,
  { references: wanted = [] }: Recipe,
): Promise<Pick<Assembly, 'references' | 'parameters'>> => {
  const [parameters, references] = await Promise.all([node.protocolParameters(), node.utxos(wanted)])
  return { parameters, references }
}

/**
 * @param onDraft called with the inputs of each draft before the node evaluates it
 * @throws {BuildError} that says what is missing or which script fails
 */
export const build = async <U extends Utxo>(
  assembly: Assembly<U>,
  node: Pick<NodeView, 'evaluate'>,
  onDraft: (inputs: readonly U[]) => void = () => {},
): Promise<Assembled<U>> => {
  const steps = building(assembly)
  let step = steps.next()
  while (step.done !== true) {
    onDraft(step.value.inputs)
    step = steps.next(await node.evaluate(step.value.cbor))
  }
  return step.value
}
