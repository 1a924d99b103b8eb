// Evidence that a pool is older than the followed part of the chain. The evidence has three parts. The transaction spends an output that
// was created before following started. The redeemer of this output names the new output as the pool's next one. And an executor of the
// launchpad signed the transaction, since anybody can spend the output of another script with a redeemer that looks like a pool's.
import { decodeAmmRedeemer, decodeCurveRedeemer } from '../../schema/launchpad/datums/redeemers.ts'
import type { Hex } from '../../schema/primitives.ts'
import type { TransactionView } from '../engine/outputs/transaction-view.ts'

const spendsUnseen = (view: TransactionView, holds: (redeemer: Hex, input: number) => boolean): boolean =>
  view.spent.some((output, input) => {
    const redeemer = output === undefined ? view.transaction.inputs[input]?.redeemer : undefined
    return redeemer !== undefined && holds(redeemer, input)
  })

/** `output` is the index of the pool's next output. */
export const comesFromCurvePool = (view: TransactionView, output: number, executor: Hex): boolean =>
  view.transaction.requiredSigners.includes(executor) &&
  spendsUnseen(view, (redeemer, input) => {
    const decoded = decodeCurveRedeemer(redeemer)
    return decoded?.action === 'trade' && decoded.input === input && decoded.output === output
  })

/** Executors create the pool's next output at the index of the input that spends the pool. */
export const comesFromAmmPool = (
  view: TransactionView,
  output: number,
  isExecutor: (key: Hex) => boolean,
): boolean =>
  view.transaction.requiredSigners.some(isExecutor) &&
  spendsUnseen(view, (redeemer, input) => input === output && decodeAmmRedeemer(redeemer)?.input === input)
