// The scripts that a recipe runs: their indexes in the ledger's order of inputs, policies and accounts, their languages, and the redeemers
// that point at them.
import { Serialization } from '@cardano-sdk/core'
import { paymentCredential } from '../../../schema/codecs/address.ts'
import { LANGUAGES } from '../../../schema/codecs/output-cbor.ts'
import { type Hex, policyOf } from '../../../schema/primitives.ts'
import { BuildError } from '../build-error.ts'
import type { Purpose, ScriptUnits } from '../node-view.ts'
import type { Mint, Recipe } from '../recipes/recipe.ts'
import { scriptHash } from './script-hash.ts'
import { inLedgerOrder } from './select-coins.ts'
import type { Utxo } from './utxo.ts'
import type { RedeemerParts } from './write-transaction.ts'

interface ScriptRun {
  readonly purpose: Purpose
  readonly index: number
  readonly hash: Hex
  readonly redeemer: Hex
}

const policyOfMint = ({ assets: [first] }: Mint): Hex => {
  if (first === undefined) throw new Error('a recipe mints nothing under a policy')
  return policyOf(first.asset)
}

/** @param inputs of the transaction, in any order */
export const scriptRuns = (
  { spend = [], mint = [], withdraw = [] }: Recipe,
  inputs: readonly Utxo[],
): ScriptRun[] => {
  const sorted = inLedgerOrder(inputs)
  const policies = mint.map(policyOfMint).sort()
  const accounts = withdraw.map(({ account }) => account).sort()
  return [
    ...spend.flatMap(({ utxo, redeemer }): ScriptRun[] =>
      redeemer === undefined
        ? []
        : [
            {
              purpose: 'spend',
              index: sorted.indexOf(utxo),
              hash: paymentCredential(utxo.output.address)?.hash ?? '',
              redeemer,
            },
          ],
    ),
    ...mint.map((minted): ScriptRun => {
      const hash = policyOfMint(minted)
      return { purpose: 'mint', index: policies.indexOf(hash), hash, redeemer: minted.redeemer }
    }),
    ...withdraw.map(
      ({ account, redeemer }): ScriptRun => ({
        purpose: 'withdraw',
        index: accounts.indexOf(account),
        // A reward account is a header byte and the hash.
        hash: account.slice(2),
        redeemer,
      }),
    ),
  ]
}

/**
 * Numbers of the languages; 0 is Plutus V1.
 * @param carriers inputs and reference inputs, some with a script
 * @throws {BuildError} `MISSING_CONFIG` if a script is neither in a carrier nor a witness
 */
export const languagesOf = (
  runs: readonly ScriptRun[],
  { scripts = [] }: Recipe,
  carriers: readonly Utxo[],
): number[] => {
  const known = new Map(
    [...scripts, ...carriers.flatMap(({ output }) => output.script ?? [])].map((script) => [
      scriptHash(script),
      script.language,
    ]),
  )
  return runs.map(({ hash }) => {
    const language = known.get(hash)
    if (language === undefined)
      throw new BuildError(
        'MISSING_CONFIG',
        `script ${hash} is in no reference output and not among the witness scripts`,
      )
    return LANGUAGES.indexOf(language) - 1
  })
}

const TAGS: Readonly<Record<Purpose, Serialization.RedeemerTag>> = {
  spend: Serialization.RedeemerTag.Spend,
  mint: Serialization.RedeemerTag.Mint,
  withdraw: Serialization.RedeemerTag.Reward,
}

/** @param units zero for all runs before the transaction is evaluated */
export const redeemersOf = (runs: readonly ScriptRun[], units: readonly ScriptUnits[]): RedeemerParts[] =>
  runs.map(({ purpose, index, redeemer }) => {
    const found = units.find((each) => each.purpose === purpose && each.index === index)
    return { tag: TAGS[purpose], index, data: redeemer, memory: found?.memory ?? 0n, cpu: found?.cpu ?? 0n }
  })
