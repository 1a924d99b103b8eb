// Parts that the builder's routes share: jobs, coins, terms, and reads of the models.
import { orderQueries } from '../../../projections/read/queries/orders.ts'
import { includedTransactions } from '../../../projections/read/queries/outputs/included-transactions.ts'
import { outputRows } from '../../../projections/read/queries/outputs/output-rows.ts'
import { unspentReads } from '../../../projections/read/queries/outputs/unspent-outputs.ts'
import { tradingVenues } from '../../../projections/read/queries/trading-venues.ts'
import { wasVesting } from '../../../projections/read/queries/vestings.ts'
import type { ModelsReader } from '../../../projections/read/reader/models-reader.ts'
import { networkIdOf } from '../../../schema/codecs/address.ts'
import type { OperationsConfig } from '../../../schema/config/config.ts'
import type { ConfigStates } from '../../../schema/config/config-state.ts'
import { ApiError } from '../../../schema/errors.ts'
import { type TimeOfDay, uptime } from '../../../schema/platform/clocks.ts'
import {
  type AssetId,
  formatOutputReference,
  type Hex,
  type Network,
  type OutputReference,
  type Tip,
} from '../../../schema/primitives.ts'
import type { IndexerStatus } from '../../../schema/reports.ts'
import { slotClock } from '../../../schema/slots.ts'
import type { MempoolView } from '../../mempool-view.ts'
import { noServiceWallet, serviceWallet } from '../../service-wallet/service-wallet.ts'
import { checkIndexed } from '../../utxos/check-indexed.ts'
import { BLOCK_INTERVAL_S, BuildError } from '../build-error.ts'
import type { Venue } from '../recipes/quote.ts'
import type { ValidFrom } from '../recipes/take-back.ts'
import type { SigningKey } from '../transaction/signing-key.ts'
import type { Utxo } from '../transaction/utxo.ts'
import type { TransactionBuilder } from '../transaction-builder.ts'
import { coinsOfSource } from '../wanted-coins.ts'
import { currentTerms } from './current-terms.ts'
import { pricePoint } from './price-point.ts'
import { Spending } from './spending.ts'
import { venueOf } from './venue-of.ts'

export type BuilderContext = ReturnType<typeof builderContext>

interface BuilderPartsOptions {
  readonly reader: ModelsReader
  readonly network: Network
  readonly configs: () => ConfigStates
  readonly mempool: MempoolView
  readonly builder: TransactionBuilder
  readonly clock: () => TimeOfDay
  /** Key of the wallet that provides collateral. */
  readonly serviceKey: SigningKey | undefined
  /** Unix seconds at which a slot begins. */
  readonly slotTime: (slot: number) => number
  /** Age in seconds of the block that gives prices. */
  readonly maxTipAge: number
  /** Read from the file beside the models, if not given. */
  readonly status?: (() => IndexerStatus | undefined) | undefined
}

/** False if the models cannot be read. */
const ifReadable = (read: () => boolean): boolean => {
  try {
    return read()
  } catch {
    return false
  }
}

export const builderContext = ({
  reader,
  network,
  configs,
  mempool,
  builder,
  clock,
  serviceKey,
  slotTime,
  maxTipAge,
  status = () => reader.status(),
}: BuilderPartsOptions) => {
  const operations = (): OperationsConfig => configs().operations.value
  const slots = slotClock(operations().slots)
  const venues = reader.prepared(tradingVenues)
  const outputs = reader.prepared(outputRows)
  const orders = reader.prepared(orderQueries)
  const included = reader.prepared(includedTransactions)
  const wasLock = reader.prepared(wasVesting)
  const unspent = reader.prepared((database) => unspentReads(database, networkIdOf(network)))
  const outputOf = (reference: OutputReference): Utxo | undefined => outputs().byReference(reference)
  const spending = new Spending(mempool, uptime, {
    isUnspent: (reference) => ifReadable(() => outputOf(reference) !== undefined),
    areCurrent() {
      const indexer = status()
      // The tip of a node that was lost, or of an indexer that does not report, may be old.
      if (indexer?.state !== 'following' || clock() - indexer.at > 1000 * BLOCK_INTERVAL_S) return false
      const { nodeTip } = indexer
      return nodeTip === 'origin' || (nodeTip !== null && (reader.checkpoint?.slot ?? 0) >= nodeTip.slot)
    },
  })
  reader.on('changed', (_, isExtended) => {
    if (!isExtended) spending.forked()
  })
  const knownAddressOf = (reference: OutputReference): Hex | undefined =>
    outputOf(reference)?.output.address ?? spending.pendingAddressOf(reference)
  /**
   * Raw address of an output on the chain or of a pending transaction.
   * @throws {BuildError} `INVALID_REQUEST` for any other output
   */
  const addressOf = (reference: OutputReference): Hex => {
    const address = knownAddressOf(reference)
    if (address !== undefined) return address
    throw new BuildError(
      'INVALID_REQUEST',
      `utxos must be unspent outputs, but ${formatOutputReference(reference)} is not known; try again in a minute`,
    )
  }
  return {
    network,
    builder,
    spending,
    /** For clients without collateral. */
    wallet:
      serviceKey === undefined
        ? noServiceWallet
        : serviceWallet({
            key: serviceKey,
            coinsOf: async (keyHash) =>
              (await builder.coins(coinsOfSource({ from: 'chain', keyHash }))).flat(),
            addressOf: knownAddressOf,
            isSpent: (reference) => spending.isSpent(reference),
            clock: uptime,
          }),
    terms: currentTerms(configs),
    slots,
    now: clock,
    uptime,
    /**
     * Reads the models' last block.
     * @returns the pool and the block
     * @throws {ApiError} ASSET_NOT_FOUND
     * @throws {BuildError} `STALE_PRICE` if the block is too old
     */
    venueOf(token: AssetId): { readonly venue: Venue; readonly point: Tip } {
      const { checkpoint } = reader
      const point = pricePoint(checkpoint, {
        blockTime: slotTime(checkpoint?.slot ?? 0),
        now: clock(),
        maxAge: status()?.isRecorded ? undefined : maxTipAge,
      })
      const pool = venues()(token)
      if (pool === undefined) throw new ApiError('ASSET_NOT_FOUND', `Token ${token} does not trade here`)
      return { venue: venueOf(pool, token, { operations: operations(), now: clock() }), point }
    },
    /** Outputs of the models, with the datum at the launchpad's scripts. */
    outputOf,
    addressOf,
    /** The order may already be spent. */
    wasOrder: (reference: OutputReference): boolean => orders().byOutput(reference) !== undefined,
    wasLock: (reference: OutputReference): boolean => wasLock()(reference),
    /**
     * The models show that a block has the transaction.
     * @param inputs without these, a transaction that only spent an order or a lock is not recognised
     */
    isOnChain: (id: Hex, inputs?: readonly OutputReference[]): boolean =>
      ifReadable(() => included()(id, inputs)),
    /** A transaction can be valid from this block's slot on. */
    tip(): ValidFrom {
      const slot = Math.max(0, reader.checkpoint?.slot ?? 0)
      return { slot, time: slots.timeOf(slot) }
    },
    /** @throws {ApiError} SERVICE_UNAVAILABLE if a wallet's outputs cannot be found yet */
    checkWallets(): void {
      checkIndexed(unspent(), 'Wallet outputs are not available until the first sync is almost complete')
    },
  }
}
