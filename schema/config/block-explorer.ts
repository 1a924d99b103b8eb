// URLs of a block explorer, where people look up transactions, addresses and tokens of a network.
import type { Network } from '../primitives.ts'

const KINDS = ['transaction', 'address', 'token'] as const
type Kind = (typeof KINDS)[number]

/** URLs with `{}` in place of the id; null if there is no such URL. */
export type BlockExplorer = Readonly<Record<Kind, string | null>>

const HOSTS: Readonly<Record<Network, string | undefined>> = {
  mainnet: 'cardanoscan.io',
  preprod: 'preprod.cardanoscan.io',
  preview: 'preview.cardanoscan.io',
  devnet: undefined,
}

/** Without the setting, the network's default applies. */
export const blockExplorerOf = (network: Network, setting?: string): BlockExplorer => {
  const host = HOSTS[network]
  const entries =
    setting?.split(',') ??
    (host === undefined ? [] : KINDS.map((kind) => `${kind}=https://${host}/${kind}/{}`))
  const addressOf = (kind: Kind): string | null =>
    entries.find((entry) => entry.startsWith(`${kind}=`))?.slice(kind.length + 1) ?? null
  return { transaction: addressOf('transaction'), address: addressOf('address'), token: addressOf('token') }
}
