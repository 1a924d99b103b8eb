// Parts that the builder's routes share: jobs, coins, terms, and reads of the models.
import { orderQueries } from '../../../projections/read/queries/orders.ts'
import { outputRows } from '../../../projections/read/queries/outputs/output-rows.ts'
import { unspentReads } from '../../../projections/read/queries/outputs/unspent-outputs.ts'
import { tradingVenues } from '../../../projections/read/queries/trading-venues.ts'
import { wasVesting } from '../../../projections/read/queries/vestings.ts'
import { networkIdOf } from '../../../schema/codecs/address.ts'
import type { OperationsConfig } from '../../../schema/config/config.ts'
import { ApiError } from '../../../schema/errors.ts'
import {
  type AssetId,
  formatOutputReference,
  type Hex,
  type Network,
  type OutputReference,
} from '../../../schema/primitives.ts'
import type { ComponentContext } from '../../component.ts'
import { noServiceWallet, type ServiceWallet, serviceWallet } from '../../service-wallet/service-wallet.ts'
import { BuildError } from '../build-error.ts'
import { type SlotClock, slotClock } from '../node-view.ts'
import type { Venue } from '../recipes/quote.ts'
import type { ValidFrom } from '../recipes/take-back.ts'
import type { Utxo } from '../transaction/utxo.ts'
import type { TransactionBuilder } from '../transaction-builder.ts'
import { coinsOfSource } from '../wanted-coins.ts'
import { type CurrentTerms, currentTerms } from './current-terms.ts'
import { Spending } from './spending.ts'
import { venueOf } from './venue-of.ts'

export interface BuilderParts {
  readonly network: Network
  readonly builder: TransactionBuilder
  readonly spending: Spending
  /** Provides collateral for clients without their own. */
  readonly wallet: ServiceWallet
  readonly terms: CurrentTerms
  readonly slots: SlotClock
  now(): number
  /** Clock in ms that is never set back. */
  uptime(): number
  /**
   * Where a token trades now.
   * @throws {ApiError} ASSET_NOT_FOUND
   */
  venueOf(token: AssetId): Venue
  /** An unspent output of the read models; with its datum if it is at a script of the launchpad. */
  outputOf(reference: OutputReference): Utxo | undefined
  /**
   * The address of an output on the chain or of a pending transaction, raw bytes.
   * @throws {BuildError} `INVALID_REQUEST` for any other output
   */
  addressOf(reference: OutputReference): Hex
  /** Whether an output is or was an order. It may be spent already. */
  wasOrder(reference: OutputReference): boolean
  /** Whether an output is or was a vesting lock. It may be spent already. */
  wasLock(reference: OutputReference): boolean
  /** Whether the models contain an unspent output of the transaction; false while they cannot be read. */
  readonly isOnChain: (id: Hex) => boolean
  /** Last block of the models; a transaction can be valid from its slot on. */
  tip(): ValidFrom
  /** @throws {ApiError} SERVICE_UNAVAILABLE while a wallet's outputs cannot be found */
  checkWallets(): void
}

/** @param uptime milliseconds of a monotonic clock, for caches that expire: the time of day may be set back */
export const builderParts = (
  context: ComponentContext,
  uptime: () => number = () => performance.now(),
): BuilderParts => {
  const { reader, network, configs, mempool, builder, clock, serviceKey } = context
  const operations = (): OperationsConfig => configs().operations.value
  const slots = slotClock(operations().slots)
  const venues = reader.prepared(tradingVenues)
  const outputs = reader.prepared(outputRows)
  const orders = reader.prepared(orderQueries)
  const wasLock = reader.prepared(wasVesting)
  const unspent = reader.prepared((database) => unspentReads(database, networkIdOf(network)))
  const spending = new Spending(mempool, uptime)
  const outputOf = (reference: OutputReference): Utxo | undefined => outputs().byReference(reference)
  const addressOf = (reference: OutputReference): Hex => {
    const address = outputOf(reference)?.output.address ?? spending.pendingAddressOf(reference)
    if (address !== undefined) return address
    throw new BuildError(
      'INVALID_REQUEST',
      `utxos must be unspent outputs: ${formatOutputReference(reference)} is not known; try again in a minute`,
    )
  }
  return {
    network,
    builder,
    spending,
    wallet:
      serviceKey === undefined
        ? noServiceWallet
        : serviceWallet({
            key: serviceKey,
            coinsOf: async (keyHash) =>
              (await builder.coins(coinsOfSource({ from: 'chain', keyHash }))).flat(),
            addressOf,
            isSpent: (reference) => spending.isSpent(reference),
            clock: uptime,
          }),
    terms: currentTerms(configs),
    slots,
    now: clock,
    uptime,
    venueOf(token) {
      const pool = venues()(token)
      if (pool === undefined) throw new ApiError('ASSET_NOT_FOUND', `Token ${token} does not trade here`)
      return venueOf(pool, token, { operations: operations(), now: clock() })
    },
    outputOf,
    addressOf,
    wasOrder: (reference) => orders().byOutput(reference) !== undefined,
    wasLock: (reference) => wasLock()(reference),
    isOnChain(id) {
      try {
        return outputs().hasOutputsOf(id)
      } catch {
        return false
      }
    },
    tip() {
      const slot = Math.max(0, reader.checkpoint?.slot ?? 0)
      return { slot, time: slots.timeOf(slot) }
    },
    checkWallets() {
      if (unspent().isIndexed()) return
      throw new ApiError(
        'SERVICE_UNAVAILABLE',
        'Wallet outputs are not available until the first sync is almost complete',
        {
          'Retry-After': '60',
        },
      )
    },
  }
}
