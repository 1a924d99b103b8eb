// Turns blocks into domain events: the UTxO set resolves a block's inputs, interpretation derives its events, and the
// registry stores the pools that it finds. No other part of the projections reads blocks.
import type { OperationsConfig } from '../../schema/config/config.ts'
import type { TransactionEvent } from '../../schema/events.ts'
import { slotTime } from '../../schema/slots.ts'
import type { EventSource } from '../engine/fold/event-source.ts'
import type { LaunchpadEvent } from '../interpret/events.ts'
import { interpret } from '../interpret/interpret.ts'
import { protocolOf } from '../interpret/protocol.ts'
import type { TransactionView } from '../interpret/transaction-view.ts'
import { mintedPolicies, PoolRegistry, poolRegistry } from './pool-registry.ts'
import { firstOutput, transactions, UtxoSet, utxos } from './utxo-set.ts'

/** Raised when equal blocks would result in other events or other rows of the ledger. */
const LEDGER_VERSION = 10

const NO_REFERENCE = { txHash: '', index: 0 }

/**
 * The operations config reduced to the members that interpretation of blocks uses. Members that only builders of transactions and
 * servers read (references, budgets, where a first sync starts) are blank, so that correcting them changes no model; a new member
 * is included until it is blanked here.
 */
const interpretedConfig = (operations: OperationsConfig): OperationsConfig => {
  const { platform: _, ...interpreted } = operations
  const { curve, orders, amm, vesting } = operations
  return {
    ...interpreted,
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

/**
 * Spends and creates the outputs of each transaction when it is read: the assets of all outputs that a block spends can take hundreds of
 * megabytes. A generator made for each block would cost a third of the time of folding: V8 gives each generator function a map in the old
 * generation, which keeps the block in memory until the next full collection.
 */
function* viewsOf(set: UtxoSet, transactions: readonly TransactionEvent[]): Generator<TransactionView> {
  for (const transaction of transactions) {
    const spent = set.spend(transaction)
    const position = set.create(transaction)
    yield { transaction, position, spent }
  }
}

/** The launchpad's ledger, for one network's contracts. */
export const launchpadLedger = (operations: OperationsConfig): EventSource<LaunchpadEvent> => {
  const config = interpretedConfig(operations)
  const protocol = protocolOf(config)
  return {
    tables: [firstOutput, transactions, utxos, poolRegistry, mintedPolicies],
    version: JSON.stringify([LEDGER_VERSION, config]),
    timeOf: (slot) => slotTime(operations, slot),
    open(database, context) {
      const set = new UtxoSet(database, context, (address) => protocol.roleOf(address) !== undefined)
      const registry = new PoolRegistry(
        database,
        context,
        // Following started at the first block with an output.
        () => (set.firstSlot ?? 0) > config.deployedSlot,
      )
      return {
        eventsOf({ point: { slot }, transactions: made }) {
          set.beginBlock(slot)
          registry.beginBlock(slot)
          return interpret(protocol, registry, viewsOf(set, made))
        },
        flush() {
          set.flush()
        },
        reset() {
          set.reset()
          registry.reset()
        },
      }
    },
  }
}
