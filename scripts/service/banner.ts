// What a devnet says when it is up: where things are, a wallet with money in it, and commands that work as they
// stand.

import { DEVELOPER, DEVELOPER_MNEMONIC } from '../../fixtures/devnet/people.ts'
import { formatAddress } from '../../schema/address.ts'
import type { AssetId } from '../../schema/primitives.ts'

export interface DevnetUp {
  /** `ws://` URL of its Ogmios. */
  readonly ogmios: string
  /** Base URL of the API, when one is served beside it. */
  readonly api?: string
  /** A token with trades. */
  readonly token?: AssetId | undefined
}

const wallet = (): string[] => {
  const words = DEVELOPER_MNEMONIC.split(' ')
  return [
    'A wallet with a million ada of this devnet (test network, first account); everybody knows its words:',
    `  ${words.slice(0, 12).join(' ')}`,
    `  ${words.slice(12).join(' ')}`,
    `  ${formatAddress(DEVELOPER.address)}`,
  ]
}

const json = "-H 'content-type: application/json'"

const calls = (api: string, token: AssetId | undefined): string[] => [
  'Try:',
  `  curl ${api}/status`,
  `  curl ${api}/getUtxos ${json} -d '{"pkh":"${DEVELOPER.key.hash}"}'`,
  ...(token === undefined
    ? []
    : [`  curl '${api}/v1/charts/initial-state?base=${token}&quote=.&resolution=hour1'`]),
  `  curl ${api}/v1/docs/openapi`,
]

/** Lines for a terminal. */
export const devnetBanner = ({ ogmios, api, token }: DevnetUp): string =>
  [
    '',
    'A devnet is up: a launchpad on a chain of its own, with traders on it and a block every second.',
    '',
    ...(api === undefined ? [] : [`API     ${api}`]),
    `Ogmios  ${ogmios}`,
    '',
    ...wallet(),
    '',
    ...(api === undefined
      ? ['Follow it:', `  OGMIOS_URL=${ogmios} NETWORK=devnet npm start`]
      : calls(api, token)),
    '',
  ].join('\n')
