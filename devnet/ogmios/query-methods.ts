// The queries that a ledger serves: at its tip, or at the point that the connection acquired. An acquired state does not change with the
// chain.

import { ACQUIRE_FAILED } from '../../schema/ogmios/codes.ts'
import { readReferenceJson } from '../../schema/ogmios/output-json.ts'
import { list, object } from '../../schema/ogmios/write-json.ts'
import {
  type Hex,
  isHex,
  type OutputReference,
  type Point,
  SECURITY_PARAMETER,
} from '../../schema/primitives.ts'
import { DEVNET_EPOCH } from '../chain/network-time.ts'
import type { Ledger, Outputs } from '../ledger/ledger.ts'
import { type LedgerUtxo, readAddress, utxoJson } from '../ledger/output.ts'
import { parametersJson } from '../ledger/parameters.ts'
import { sortReferences } from '../ledger/transaction.ts'
import { genesisConfiguration } from './genesis-configuration.ts'
import { MethodError, type Methods } from './methods.ts'
import { placeJson } from './replies.ts'
import { invalid, member, readPoint } from './requests.ts'
import { stakeQueries } from './stake-queries.ts'

/** Eras that a test network formally has, but that end before its first block. */
const PAST_ERAS = ['byron', 'shelley', 'allegra', 'mary', 'alonzo', 'babbage']

/** A node is certain of the era for so many slots after the tip. Public networks have a block every 20 slots. */
const SAFE_ZONE = 3 * SECURITY_PARAMETER * 20

const readReference = (value: unknown): OutputReference => {
  try {
    const reference = readReferenceJson(value)
    if (isHex(reference.transaction, 32)) return reference
  } catch {
    // An invalid network gets the error below, like an invalid id.
  }
  throw invalid('"outputReferences" must be a list of {"transaction":{"id"},"index"}.')
}

const askedAddress = (value: unknown): Hex => {
  try {
    return readAddress(value)
  } catch {
    throw invalid('"addresses" must be a list of addresses in bech32 or base58.')
  }
}

const sorted = (utxos: readonly LedgerUtxo[]): LedgerUtxo[] => {
  const byReference = new Map(utxos.map((utxo) => [utxo.reference, utxo]))
  return sortReferences([...byReference.keys()]).flatMap((reference) => byReference.get(reference) ?? [])
}

const findUtxo = (utxo: Outputs, params: unknown): LedgerUtxo[] => {
  const addresses = member(params, 'addresses')
  const references = member(params, 'outputReferences')
  if (Array.isArray(addresses)) return addresses.flatMap((text) => utxo.at(askedAddress(text)))
  if (Array.isArray(references)) return references.flatMap((value) => utxo.get(readReference(value)) ?? [])
  if (addresses !== undefined || references !== undefined)
    throw invalid('"addresses" and "outputReferences" must be lists.')
  return [...utxo.values()]
}

/** A slot is a second. */
const bound = (slot: number): string =>
  `{"time":{"seconds":${slot}},"slot":${slot},"epoch":${Math.floor(slot / DEVNET_EPOCH)}}`

/** First slot of the first epoch that may be in another era than the tip. */
const endOfCertainty = (tip: Point | 'origin'): number => {
  const next = tip === 'origin' ? 0 : tip.slot + 1
  return Math.ceil((next + SAFE_ZONE) / DEVNET_EPOCH) * DEVNET_EPOCH
}

/** Includes future eras. The last one ends after the last slot for which a node is certain of the era. */
const eras = (ledger: Ledger, tip: Point | 'origin'): string => {
  const starts = [...PAST_ERAS.map(() => 0), 0, ...ledger.hardForks.map(({ slot }) => slot)]
  const parameters = object({
    epochLength: String(DEVNET_EPOCH),
    slotLength: '{"milliseconds":1000}',
    safeZone: String(SAFE_ZONE),
  })
  return list(
    starts.map((start, index) => {
      const end = starts[index + 1] ?? Math.max(start, endOfCertainty(tip))
      return object({ start: bound(start), end: bound(end), parameters })
    }),
  )
}

const eraStart = (ledger: Ledger, point: Point | 'origin'): string => {
  const slot = point === 'origin' ? 0 : point.slot
  return bound(ledger.hardForks.findLast((fork) => fork.slot <= slot)?.slot ?? 0)
}

interface State {
  readonly point: Point | 'origin'
  readonly utxo: Outputs
}

const acquire = (ledger: Ledger, params: unknown): State => {
  const point = readPoint(member(params, 'point'))
  if (point === undefined) throw invalid('"point" must be "origin" or {"slot","id"}.')
  const utxo = ledger.utxoAt(point)
  if (typeof utxo !== 'string') return { point, utxo }
  const reason =
    utxo === 'too old' ? 'The point is too old.' : 'The chain does not have this point, or no longer has it.'
  throw new MethodError(ACQUIRE_FAILED, 'Failed to acquire requested point.', reason)
}

export const queryMethods = (ledger: Ledger): Methods => {
  let acquired: State | undefined
  const atTip = (): State => ({ point: ledger.chain.tipPoint, utxo: ledger.utxo })
  const state = (): State => acquired ?? atTip()
  return {
    acquireLedgerState: (params) => {
      acquired = acquire(ledger, params)
      return `{"acquired":"ledgerState","point":${placeJson(acquired.point)}}`
    },
    releaseLedgerState: () => {
      acquired = undefined
      return '{"released":"ledgerState"}'
    },
    'queryLedgerState/tip': () => placeJson(state().point),
    'queryLedgerState/utxo': (params) => list(sorted(findUtxo(state().utxo, params)).map(utxoJson)),
    'queryLedgerState/protocolParameters': () => parametersJson(ledger.parameters),
    'queryLedgerState/epoch': () => {
      const { point } = state()
      return String(Math.floor((point === 'origin' ? 0 : point.slot) / DEVNET_EPOCH))
    },
    'queryLedgerState/eraStart': () => eraStart(ledger, state().point),
    'queryLedgerState/eraSummaries': () => eras(ledger, state().point),
    ...stakeQueries(ledger),
    'queryNetwork/genesisConfiguration': (params) => genesisConfiguration(ledger, params),
  }
}
