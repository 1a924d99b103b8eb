// Evidence that a pool is older than the followed part of the chain. The transaction spends an output from before following started. Its
// redeemer tells the pool's script to move this older output to the new one. An executor of the launchpad signed it: otherwise any script
// could be spent with a redeemer that looks like a pool's.
import { decodeAmmRedeemer, decodeCurveRedeemer } from '../../schema/launchpad/datums/redeemers.ts'
import type { Hex } from '../../schema/primitives.ts'
import type { TransactionView } from '../engine/outputs/transaction-view.ts'

const spendsUnseen = (view: TransactionView, holds: (redeemer: Hex, input: number) => boolean): boolean =>
  view.spent.some((output, input) => {
    const redeemer = output === undefined ? view.transaction.inputs[input]?.redeemer : undefined
    return redeemer !== undefined && holds(redeemer, input)
  })

/** Whether the output at `output` continues a curve pool that trades with this executor's signature. */
export const comesFromCurvePool = (view: TransactionView, output: number, executor: Hex): boolean =>
  view.transaction.requiredSigners.includes(executor) &&
  spendsUnseen(view, (redeemer, input) => {
    const decoded = decodeCurveRedeemer(redeemer)
    return decoded?.action === 'trade' && decoded.input === input && decoded.output === output
  })

/** Whether the output at `output` continues an AMM pool. Executors create the next pool output at the index of the spent one. */
export const comesFromAmmPool = (
  view: TransactionView,
  output: number,
  isExecutor: (key: Hex) => boolean,
): boolean =>
  view.transaction.requiredSigners.some(isExecutor) &&
  spendsUnseen(view, (redeemer, input) => input === output && decodeAmmRedeemer(redeemer)?.input === input)
