// Lists the functions that do not work because the operator has not supplied a document, a script or a key. The log at start, `/status`,
// `/readyz` and the routes themselves show the list.
import type { ConfigStates } from '../../schema/config/config-state.ts'
import { BuildError } from './build-error.ts'
import type { Terms } from './terms.ts'

type LaunchScripts = Pick<Terms, 'tokenTemplate'> & {
  readonly poolNft: { readonly cbor: string; readonly reference: unknown }
}

/** A launch needs these fields of the contracts config. */
const emptyForLaunches = ({ tokenTemplate, poolNft }: LaunchScripts): string[] => [
  ...(poolNft.cbor === '' && poolNft.reference === undefined ? ['minting.nft.script'] : []),
  ...(tokenTemplate === '' ? ['minting.other.template'] : []),
]

/** @throws {BuildError} `MISSING_CONFIG` if no launch can be built */
export const checkLaunchScripts = (terms: LaunchScripts): void => {
  const empty = emptyForLaunches(terms)
  if (empty.length > 0)
    throw new BuildError(
      'MISSING_CONFIG',
      `this service cannot launch tokens: its operator has to put ${empty.join(' and ')} into the contracts config`,
    )
}

const NO_PINS =
  'no wallet and no explorer will find the images of launches, because this service alone has them: set IMAGE_STORE'

/**
 * One sentence for each function that does not work.
 * @param hasWallet the process has a wallet that provides collateral
 * @param hasPins images of launches are pinned on IPFS
 */
export const missingOf = (
  { protocol, contracts, operations }: ConfigStates,
  hasWallet: boolean,
  hasPins: boolean,
): readonly string[] => {
  if (protocol === undefined || contracts === undefined)
    return [
      `no launchpad is known on ${operations.value.network}: set PROTOCOL_CONFIG, CONTRACTS_CONFIG and OPERATIONS_CONFIG for one`,
    ]
  const { nft, other } = contracts.value.minting
  const empty = emptyForLaunches({
    tokenTemplate: other.template,
    poolNft: { cbor: nft.script, reference: operations.value.curve.nftReference },
  })
  return [
    ...(empty.length === 0 ? [] : [`launches need ${empty.join(' and ')} in CONTRACTS_CONFIG`]),
    ...(operations.value.curve.tiers.some(({ name }) => name === 'hyped')
      ? []
      : ['HYPED launches need a tier named hyped in OPERATIONS_CONFIG']),
    ...(hasWallet
      ? []
      : ['launches and cancellations without collaterals need a wallet in SERVICE_WALLET_KEY_FILE']),
    // A launch stores its image's content id on the chain forever, so the image must stay available.
    ...(hasPins || empty.length > 0 || operations.value.network !== 'mainnet' ? [] : [NO_PINS]),
  ]
}
