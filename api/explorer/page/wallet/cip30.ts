// Wallets in the browser (CIP-30). Any extension can add objects to the page, so their form is checked before use.
import { bech32, hex } from '@scure/base'
import { paymentCredential } from '../../../../schema/codecs/address.ts'

interface Api {
  getNetworkId(): Promise<number>
  getChangeAddress(): Promise<string>
  getUtxos(): Promise<string[] | null | undefined>
  getCollateral?(options: { amount: string }): Promise<string[] | null | undefined>
  signTx(cbor: string, partial: boolean): Promise<string>
}

interface Entry {
  readonly name: string
  readonly icon: string
  enable(): Promise<Api>
  isEnabled?(): Promise<boolean>
}

export interface Extension {
  readonly id: string
  readonly name: string
  /** Data URL, or empty. */
  readonly icon: string
  enable(): Promise<Api>
  /** Whether the person has allowed this page before, so that `enable` asks nothing. */
  isEnabled(): Promise<boolean>
}

export interface Wallet {
  readonly name: string
  readonly address: string
  /** Hash of the address' payment key. */
  readonly pkh: string
  /** Outputs that the wallet can spend, in the builder's format. */
  coins(): Promise<'service-wallet' | string[]>
  /** Collateral in the builder's format; an empty list lets the service provide its own. */
  collaterals(): Promise<string[]>
  /** Signs a transaction. @param partial whether others sign too. @returns a witness set in hex CBOR */
  sign(cbor: string, partial: boolean): Promise<string>
}

declare global {
  var cardano: unknown
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

const isEntry = (value: unknown): value is Entry =>
  isRecord(value) && typeof value.enable === 'function' && typeof value.name === 'string'

export const extensions = (): Extension[] =>
  Object.entries(isRecord(globalThis.cardano) ? globalThis.cardano : {}).flatMap(([id, entry]) =>
    isEntry(entry)
      ? [
          {
            id,
            name: entry.name.slice(0, 30),
            icon: /^data:image\//.test(entry.icon) ? entry.icon : '',
            enable: () => entry.enable(),
            isEnabled: async () => (await entry.isEnabled?.()) ?? false,
          },
        ]
      : [],
  )

/** Lovelace of collateral that a wallet is asked for. */
const COLLATERAL = '5000000'

/**
 * @param network network of the service
 * @throws {Error} whose message is shown to the person
 */
export const connectExtension = async (extension: Extension, network: string): Promise<Wallet> => {
  const api = await extension.enable()
  const networkId = network === 'mainnet' ? 1 : 0
  if ((await api.getNetworkId()) !== networkId)
    throw new Error(`${extension.name} is on another network: this launchpad is on ${network}`)
  const raw = await api.getChangeAddress()
  const credential = paymentCredential(raw)
  if (credential?.kind !== 'key')
    throw new Error(`${extension.name} has a script's address: choose a wallet with a key`)
  const prefix = networkId === 1 ? 'addr' : 'addr_test'
  return {
    name: extension.name,
    address: bech32.encode(prefix, bech32.toWords(hex.decode(raw)), 256),
    pkh: credential.hash,
    coins: async () => (await api.getUtxos()) ?? [],
    collaterals: async () => (await api.getCollateral?.({ amount: COLLATERAL }).catch(() => [])) ?? [],
    sign: (cbor, partial) => api.signTx(cbor, partial),
  }
}
