// The connected wallet, for the views. connection.ts changes it.
import { signal } from '@preact/signals'
import type { ApiOrder } from '../../schema/responses/orders.ts'
import type { Wallet } from './cip30.ts'

export const wallet = signal<Wallet | undefined>(undefined)
export const isConnecting = signal(false)
/** Undefined while unknown: after a new connection, or if the wallet does not respond. */
export const lovelace = signal<bigint | undefined>(undefined)
/** Smallest units by asset id; undefined while unknown. */
export const tokens = signal<ReadonlyMap<string, bigint> | undefined>(undefined)
/** Newest first; undefined until the orders of all addresses are loaded. */
export const ownOrders = signal<readonly ApiOrder[] | undefined>(undefined)

export const isOwn = (pkh: string): boolean => wallet.value?.addresses.has(pkh) ?? false

/** Payment keys; empty without a wallet. */
export const ownKeys = (): readonly string[] => [...(wallet.value?.addresses.keys() ?? [])]

/** Undefined while unknown. */
export const ownAmount = (asset: string): bigint | undefined =>
  tokens.value === undefined ? undefined : (tokens.value.get(asset) ?? 0n)
