// Turns blocks into domain events. The UTxO set finds the outputs that a block spends, interpretation derives the block's events, and the
// registry stores the pools that interpretation finds. No other part of the projections reads blocks.
import type { OperationsConfig } from '../../schema/config/config.ts'
import type { Hex } from '../../schema/primitives.ts'
import { slotTime } from '../../schema/slots.ts'
import type { EventSource } from '../engine/fold/event-source.ts'
import { ModelFailed } from '../engine/fold/fold-errors.ts'
import { keptTransactions, resolvedTransactions } from '../engine/outputs/resolved-transactions.ts'
import type { TransactionSource } from '../engine/outputs/transaction-source.ts'
import type { TransactionView } from '../engine/outputs/transaction-view.ts'
import { firstOutput, transactions, UtxoSet, utxos } from '../engine/outputs/utxo-set.ts'
import type { LaunchpadEvent } from '../interpret/events.ts'
import { interpret } from '../interpret/interpret.ts'
import { protocolOf } from '../interpret/protocol.ts'
import { mintedPolicies, PoolRegistry, poolRegistry } from './pool-registry.ts'

/** Increased when the same blocks would give other events or other rows of the ledger. */
const LEDGER_VERSION = 14

const NO_REFERENCE = { txHash: '', index: 0 }

/**
 * Members that interpretation does not use (references, budgets, the start of a first sync) are blank, so correcting them causes no new
 * fold. Any other member causes one.
 */
const interpretedConfig = (operations: OperationsConfig): OperationsConfig => {
  const { platform: _, base: __, ...interpreted } = operations
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

/** Yields the transactions unchanged, and collects events of the operator's source, which sees only the outputs that it keeps. */
function* readBy(
  { keeps, eventsOf }: TransactionSource<LaunchpadEvent>,
  views: Iterable<TransactionView>,
  events: LaunchpadEvent[],
): Generator<TransactionView> {
  for (const view of views) {
    const spent = view.spent.map((output) =>
      output && keeps?.(output.address) !== false ? output : undefined,
    )
    events.push(...eventsOf({ ...view, spent }))
    yield view
  }
}

const PARTS =
  'SOURCE reads whole blocks, and the log keeps only parts of the blocks up to its base: follow the chain again into an empty DATA_DIR'

/**
 * The launchpad's ledger, for one network's contracts.
 * @param own the operator's source, whose events follow the launchpad's in each block
 */
export const launchpadLedger = (
  operations: OperationsConfig,
  own?: TransactionSource<LaunchpadEvent>,
): EventSource<LaunchpadEvent> => {
  const config = interpretedConfig(operations)
  const protocol = protocolOf(config)
  return {
    tables: [firstOutput, transactions, utxos, poolRegistry, mintedPolicies],
    version: JSON.stringify([LEDGER_VERSION, config, ...(own ? [own.version] : [])]),
    timeOf: (slot) => slotTime(operations, slot),
    open(database, context) {
      const isOwn = (address: Hex): boolean => own !== undefined && own.keeps?.(address) !== false
      const set = new UtxoSet(database, context, {
        keepsDatum: (address) => protocol.roleOf(address) !== undefined || isOwn(address),
      })
      const registry = new PoolRegistry(
        database,
        context,
        // The first block with an output is later than the contracts' deployment.
        () => (set.firstSlot ?? 0) > config.deployedSlot,
      )
      return {
        eventsOf({ point: { slot }, transactions: made, base }) {
          if (own !== undefined && base !== undefined) throw new ModelFailed(PARTS)
          set.beginBlock(slot)
          registry.beginBlock(slot)
          const views =
            base === undefined
              ? resolvedTransactions(set, made)
              : keptTransactions(set, base, (policy) => registry.addPolicy(policy))
          if (own === undefined) return interpret(protocol, registry, views)
          const events: LaunchpadEvent[] = []
          return [...interpret(protocol, registry, readBy(own, views, events)), ...events]
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
