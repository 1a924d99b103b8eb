// The launchpad's read models put together: the UTxO set resolves what a block spends, interpretation gives the
// block its meaning, and the models fold that. A model is added here and nowhere else.

import type { OperationsConfig } from '../schema/config.ts'
import type { BlockEvent } from '../schema/events.ts'
import type { FoldedBlock } from './engine/model.ts'
import type { Interpreter, ProjectorOptions } from './engine/projector.ts'
import type { LaunchpadEvent } from './interpret/events.ts'
import { interpret } from './interpret/interpret.ts'
import { protocolOf } from './interpret/protocol.ts'
import { barsModel } from './models/bars.ts'
import { knownPools, poolsModel } from './models/pools.ts'
import { rejectionsModel } from './models/rejections.ts'
import { tradesModel } from './models/trades.ts'
import { addresses, transactions, UtxoSet, utxos } from './models/utxos.ts'

/** Unix seconds at which a slot begins, from the first slot of fixed length on. */
export const slotTime = ({ slots }: OperationsConfig, slot: number): number =>
  slots.zeroTime + Math.floor(((slot - slots.zeroSlot) * slots.slotLength) / 1000)

const NO_REFERENCE = { txHash: '', index: 0 }

/**
 * The operations config with nothing in it but what the models are folded with. What only builders of transactions
 * and servers read (references, budgets, where a first sync begins) is blank, so that correcting it changes no
 * model; a member that is new counts until it is left out here.
 */
export const foldedConfig = (operations: OperationsConfig): OperationsConfig => {
  const { curve, orders, amm, vesting } = operations
  return {
    ...operations,
    startPoint: 'origin',
    curve: { ...curve, reference: NO_REFERENCE, cost: { mem: 0, steps: 0 } },
    orders: orders.map(({ kind, scriptHash }) => ({ kind, scriptHash })),
    amm: {
      ...amm,
      lpPolicy: '',
      graduationCost: '0',
      pools: amm.pools.map(({ kind, scriptHash }) => ({ kind, scriptHash })),
    },
    vesting: { scriptHash: vesting.scriptHash },
  }
}

const launchpadInterpreter = (operations: OperationsConfig): Interpreter<LaunchpadEvent> => ({
  tables: [addresses, transactions, utxos],
  open(database, holder) {
    const protocol = protocolOf(operations)
    const set = new UtxoSet(database, holder, (address) => protocol.roleOf(address) !== undefined)
    const known = knownPools(database, operations.deployedSlot)
    return {
      interpret(block: BlockEvent): FoldedBlock<LaunchpadEvent> {
        set.beginBlock(block.point.slot)
        const views = block.transactions.map((transaction) => {
          const { spent, unresolved } = set.spend(transaction)
          set.create(transaction)
          return { transaction, spent, unresolved }
        })
        const time = slotTime(operations, block.point.slot)
        return { block, time, events: interpret(protocol, known, views) }
      },
      reset: () => set.reset(),
    }
  },
})

/** Everything the launchpad's projector folds, for one network's contracts. */
export const launchpadModels = (operations: OperationsConfig): ProjectorOptions<LaunchpadEvent> => ({
  // They see no more of it than their meaning is told by.
  interpreter: launchpadInterpreter(foldedConfig(operations)),
  models: [poolsModel, tradesModel, barsModel, rejectionsModel],
})
