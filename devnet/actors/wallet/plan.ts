// An account's transaction: one of the builder's recipes, the coins that may pay for it, and the keys that sign it. The ledger measures its
// scripts.

import { BuildError } from '../../../api/builder/build-error.ts'
import type { ScriptUnits } from '../../../api/builder/node-view.ts'
import type { Recipe } from '../../../api/builder/recipes/recipe.ts'
import { building } from '../../../api/builder/transaction/build.ts'
import type { Hex } from '../../../schema/primitives.ts'
import type { Ledger } from '../../ledger/ledger.ts'
import type { LedgerUtxo } from '../../ledger/output.ts'
import type { ExecutionUnits } from '../../ledger/phase-two.ts'
import { decodeTransaction } from '../../ledger/transaction.ts'
import type { Account } from './account.ts'
import type { Coins } from './coins.ts'
import type { Key } from './key.ts'

export interface Plan extends Recipe<LedgerUtxo> {
  /** Besides the recipe's own inputs. */
  readonly coins: readonly LedgerUtxo[]
  /** Raw bytes. */
  readonly change: Hex
  readonly collateral: LedgerUtxo | undefined
  readonly signers: readonly Key[]
  /** The transaction declares that its scripts fail, which costs its collateral. */
  readonly fails?: true
}

export const planFor = (who: Account, { utxos, collateral }: Coins, recipe: Recipe<LedgerUtxo>): Plan => ({
  ...recipe,
  coins: utxos,
  change: who.address,
  collateral,
  signers: [who.key],
})

/** For scripts that are known to fail. With the builder's margin they become 500,000 and 200,000,000. */
const FAILING = { memory: 476_190n, cpu: 190_476_190n }

const unitsOf = ({ purpose, index, memory, cpu }: ExecutionUnits): ScriptUnits[] =>
  purpose === 'spend' || purpose === 'mint' || purpose === 'withdraw' ? [{ purpose, index, memory, cpu }] : []

/** @throws {BuildError} if a script fails */
const measured = (cbor: Hex, ledger: Ledger): ScriptUnits[] => {
  const result = ledger.evaluate(cbor)
  if ('error' in result)
    throw new BuildError('SCRIPT_FAILED', `the scripts of a plan fail: ${JSON.stringify(result.error)}`)
  return result.executionUnits.flatMap(unitsOf)
}

/**
 * Builds and signs.
 * @throws {BuildError} if the coins do not suffice, or a script fails
 */
export const completeTransaction = (plan: Plan, ledger: Ledger): Hex => {
  const steps = building({
    recipe: plan,
    coins: plan.coins,
    change: plan.change,
    collateral: plan.collateral === undefined ? [] : [plan.collateral],
    references: (plan.references ?? []).flatMap((reference) => ledger.utxo.get(reference) ?? []),
    parameters: ledger.parameters,
    // Config documents name outputs of the recorded chain, whose sets have no tags, so its transactions must keep their ids. The builder
    // writes tagged sets.
    sets: 'plain',
  })
  let step = steps.next()
  while (step.done !== true) {
    const units =
      plan.fails === undefined
        ? measured(step.value.cbor, ledger)
        : decodeTransaction(step.value.cbor).redeemers.flatMap((redeemer) =>
            unitsOf({ ...redeemer, ...FAILING }),
          )
    step = steps.next(units)
  }
  const { id, sign } = step.value
  return sign(
    plan.signers.map(({ publicKey, sign: signed }) => ({ publicKey, signature: signed(id) })),
    plan.fails === undefined,
  )
}
