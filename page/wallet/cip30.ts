// Wallets in the browser (CIP-30). Any extension can add objects to the page, so their form is checked before use.
import { bech32, hex } from '@scure/base'
import { type Holdings, holdingsOf } from '../../client/signing/holdings-of.ts'
import { parseAddress, paymentCredential, stakeCredential } from '../../schema/codecs/address.ts'
import { memberOf } from '../parts/member.ts'

interface Api {
  getNetworkId(): Promise<number>
  getChangeAddress(): Promise<string>
  getUsedAddresses?(): Promise<string[] | null | undefined>
  getUnusedAddresses?(): Promise<string[] | null | undefined>
  getUtxos(): Promise<string[] | null | undefined>
  /** Depending on the wallet, this method returns a promise, returns the list itself, or throws. */
  getCollateral?(options: { amount: string }): Promise<string[] | null | undefined> | string[]
  signTx(cbor: string, partial: boolean): Promise<string>
  readonly experimental?: { on?(event: 'accountChange', listener: () => void): void }
}

interface Entry {
  readonly name: string
  /** Data URL; an extension may put anything else here. */
  readonly icon: string
  enable(): Promise<Api>
  isEnabled?(): Promise<boolean>
}

export interface Extension extends Entry {
  readonly id: string
  /** The person has allowed this page before, so `enable` asks nothing. */
  isEnabled(): Promise<boolean>
}

export interface Wallet {
  readonly name: string
  /** Owns the wallet's orders. A change address may be new each time. */
  readonly address: string
  /** Addresses by the hash of their payment key; the first is `address`. */
  readonly addresses: ReadonlyMap<string, string>
  /** Amounts of all addresses; undefined while unknown. */
  holdings(): Promise<Holdings | undefined>
  /** Outputs in the builder's format. */
  coins(): Promise<'service-wallet' | string[]>
  /** In the builder's format. With an empty list, the service provides its own. */
  collaterals(): Promise<string[]>
  /**
   * @param partial whether others sign too.
   * @returns a witness set in hex CBOR
   */
  sign(cbor: string, partial: boolean): Promise<string>
}

declare global {
  var cardano: unknown
}

const isEntry = (value: unknown): value is Entry =>
  typeof memberOf(value, 'enable') === 'function' && typeof memberOf(value, 'name') === 'string'

export const extensions = (): Extension[] => {
  const { cardano } = globalThis
  return Object.keys(cardano ?? {}).flatMap((id) => {
    // If a property of one extension throws, the others are still listed.
    try {
      const entry = memberOf(cardano, id)
      if (!isEntry(entry)) return []
      const icon = /^data:image\//.test(entry.icon) ? entry.icon : ''
      const isEnabled = async () => (await entry.isEnabled?.()) ?? false
      return [{ id, name: entry.name.slice(0, 30), icon, enable: () => entry.enable(), isEnabled }]
    } catch {
      return []
    }
  })
}

/** Lovelace that a wallet is asked to provide. */
const COLLATERAL = '5000000'

/** Keys for which orders, positions and locks are fetched, at most. */
const MOST_KEYS = 20

/** CIP-30's code of an error after the person chose another account. */
const ACCOUNT_CHANGED = -4

/** Used addresses come first, because they do not change. Empty for a wallet that cannot list its addresses. */
const listedBy = async (api: Api): Promise<readonly string[]> => {
  const lists = [api.getUsedAddresses?.(), api.getUnusedAddresses?.()]
  return (await Promise.all(lists.map(async (list) => (await list) ?? []))).flat()
}

/** Hex, or in some wallets bech32, which CIP-30 once allowed. */
const rawOf = (address: string): string =>
  /^addr/i.test(address) ? parseAddress(address) : address.toLowerCase()

/** Addresses with a payment key, by key. Executors fill only orders of addresses with a stake part, so these come first. */
const addressesOf = (given: readonly string[], networkId: number): ReadonlyMap<string, string> => {
  const prefix = networkId === 1 ? 'addr' : 'addr_test'
  const addresses = new Map<string, string>()
  const staked = (raw: string): number => (stakeCredential(raw) === undefined ? 0 : 1)
  for (const raw of given.map(rawOf).sort((a, b) => staked(b) - staked(a))) {
    const credential = paymentCredential(raw)
    if (credential?.kind !== 'key' || addresses.has(credential.hash)) continue
    addresses.set(credential.hash, bech32.encode(prefix, bech32.toWords(hex.decode(raw)), 256))
  }
  return addresses
}

/**
 * @param named network of the service, once the service has named it
 * @param onChange called when the wallet has another account or network
 * @throws {Error} whose message is shown to the person
 */
export const connectExtension = async (
  extension: Extension,
  named: Promise<string>,
  onChange: () => void,
): Promise<Wallet> => {
  const api = await extension.enable()
  const network = await named
  const networkId = network === 'mainnet' ? 1 : 0
  const otherNetwork = (): Error =>
    new Error(`${extension.name} is on another network: this launchpad is on ${network}`)
  if ((await api.getNetworkId()) !== networkId) throw otherNetwork()
  const known = addressesOf([...(await listedBy(api)), await api.getChangeAddress()], networkId)
  const addresses = new Map([...known].slice(0, MOST_KEYS))
  const [[key, address] = []] = addresses
  if (key === undefined || address === undefined)
    throw new Error(`${extension.name} has a script's address: choose a wallet with a key`)
  api.experimental?.on?.('accountChange', onChange)
  const changed = (error = new Error('The wallet has another account now. Try again with it.')): Error => {
    onChange()
    return error
  }
  const asked = async <T>(response: Promise<T>): Promise<T> => {
    try {
      return await response
    } catch (error) {
      throw memberOf(error, 'code') === ACCOUNT_CHANGED ? changed() : error
    }
  }
  const utxos = async (): Promise<string[]> => {
    const outputs = (await asked(api.getUtxos())) ?? []
    // Some wallets change their network or account without a word. An account has the same keys on every network.
    if ((await asked(api.getNetworkId())) !== networkId) throw changed(otherNetwork())
    const listed = await asked(listedBy(api))
    const current = addressesOf([...listed, await asked(api.getChangeAddress())], networkId)
    if (listed.length > 0 && !current.has(key)) throw changed()
    return outputs
  }
  return {
    name: extension.name,
    address,
    addresses,
    holdings: async () => holdingsOf(await utxos()),
    coins: utxos,
    collaterals: async () => {
      try {
        return (await api.getCollateral?.({ amount: COLLATERAL })) ?? []
      } catch {
        return []
      }
    },
    sign: (cbor, partial) => asked(api.signTx(cbor, partial)),
  }
}
