// Text that is printed when the service is ready: its addresses and, on a devnet, a funded wallet and requests to copy.

import type { DevnetWallet } from '../../devnet/developer-wallet.ts'
import type { DevnetReport } from '../../devnet/devnet-thread.ts'
import type { AssetId } from '../../schema/primitives.ts'

const walletLines = ({ mnemonic, address }: DevnetWallet): string[] => {
  const words = mnemonic.split(' ')
  return [
    'A wallet with a million ada of this devnet (test network, first account). Its recovery phrase is public:',
    `  ${words.slice(0, 12).join(' ')}`,
    `  ${words.slice(12).join(' ')}`,
    `  ${address}`,
  ]
}

const json = "-H 'content-type: application/json'"

const calls = (api: string, token: AssetId | undefined, { pkh }: DevnetWallet): string[] => [
  'Try:',
  `  curl ${api}/status`,
  `  curl ${api}/getUtxos ${json} -d '{"pkh":"${pkh}"}'`,
  ...(token === undefined
    ? []
    : [`  curl '${api}/v1/charts/initial-state?base=${token}&quote=.&resolution=hour1'`]),
  `  curl ${api}/v1/docs/openapi`,
]

interface Served {
  readonly url: string
  readonly hasPage: boolean
}

const addresses = ({ url, hasPage }: Served): string[] => [
  ...(hasPage ? [`Page    ${url}/`] : []),
  `API     ${url}`,
]

export const serviceBanner = (api: Served): string => ['', ...addresses(api), ''].join('\n')

/** @param api undefined if no API is served */
export const devnetBanner = (
  { url, token, wallet }: Omit<DevnetReport, 'port' | 'start'>,
  api?: Served,
): string =>
  [
    '',
    ...(api === undefined ? [] : addresses(api)),
    `Ogmios  ${url}`,
    '',
    'A devnet is running: a launchpad on its own chain, with simulated traders and a block every second.',
    '',
    ...walletLines(wallet),
    '',
    ...(api === undefined
      ? [
          'Check it, and follow it with an indexer:',
          `  curl ${url.replace('ws', 'http')}/health`,
          `  OGMIOS_URL=${url} NETWORK=devnet DATA_DIR=data/follower npm start`,
        ]
      : calls(api.url, token, wallet)),
    '',
  ].join('\n')
