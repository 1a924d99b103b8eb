// What is printed when a devnet is up: addresses, a funded wallet, and requests to copy.

import type { DevnetReport, DevnetWallet } from '../../fixtures/devnet/devnet-thread.ts'
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

/**
 * Lines for a terminal.
 * @param api base URL of the API, when one is served beside it
 */
export const devnetBanner = (
  { url, token, wallet }: Omit<DevnetReport, 'port' | 'start'>,
  api?: string,
): string =>
  [
    '',
    'A devnet is up: a launchpad on a chain of its own, with traders on it and a block every second.',
    '',
    ...(api === undefined ? [] : [`API     ${api}`]),
    `Ogmios  ${url}`,
    '',
    ...walletLines(wallet),
    '',
    ...(api === undefined
      ? [
          'Try, and follow it:',
          `  curl ${url.replace('ws', 'http')}/health`,
          `  OGMIOS_URL=${url} NETWORK=devnet DATA_DIR=data/follower npm start`,
        ]
      : calls(api, token, wallet)),
    '',
  ].join('\n')
