// The connected wallet for views; connection.ts changes it.
import { signal } from '@preact/signals'
import type { ApiOrder } from '../../../../schema/answers/orders.ts'
import type { Wallet } from './cip30.ts'

export const wallet = signal<Wallet | undefined>(undefined)
export const isConnecting = signal(false)
export const lovelace = signal<bigint | undefined>(undefined)
/** Quantities in smallest units by asset id. */
export const tokens = signal<ReadonlyMap<string, bigint>>(new Map())
/** The wallet's orders of every token, newest first. */
export const ownOrders = signal<readonly ApiOrder[]>([])
