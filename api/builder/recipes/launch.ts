// Launches a token. The transaction mints all tokens, the metadata token and the pool's NFT, makes a first purchase if one is requested,
// and opens the curve with the unsold tokens. The policy ids follow from the seed, a coin that the launch spends, so no launch can happen
// twice.
import { EMISSION } from '../../../schema/launchpad/curve.ts'
import { encodeCurvePool } from '../../../schema/launchpad/datums/curve-pool.ts'
import {
  encodeLaunchMetadata,
  LAUNCH_METADATA_VERSION,
  type LaunchMetadata,
} from '../../../schema/launchpad/datums/launch-metadata.ts'
import { encodeSeedRedeemer } from '../../../schema/launchpad/datums/redeemers.ts'
import { poolNftName, type TokenPolicy, tokenPolicy } from '../../../schema/launchpad/derivations.ts'
import { launchAmounts, launchFee } from '../../../schema/launchpad/launch.ts'
import { assetId, type Hex, type OutputReference } from '../../../schema/primitives.ts'
import { BuildError } from '../build-error.ts'
import type { ProtocolParameters } from '../node-view.ts'
import { scriptAddress, scriptOf, type Terms } from '../terms.ts'
import { withMinUtxo } from '../transaction/balance.ts'
import type { Utxo } from '../transaction/utxo.ts'
import { checkDeposit, type LaunchType, tierOf } from './launch-checks.ts'
import type { Owner } from './owner.ts'
import type { Recipe } from './recipe.ts'
import { type TokenMetadata, tokenMetadata } from './token-metadata.ts'

export interface LaunchRequest
  extends Pick<LaunchMetadata, 'ticker' | 'logoCid' | 'description' | 'socials'> {
  /** Its UTF-8 bytes, at most 32, are the asset name. */
  readonly name: string
  readonly launchType: LaunchType
  /** Lovelace, 0 for no first purchase. */
  readonly deposit: bigint
  /** For CIP-25 metadata, which is left out without this data. */
  readonly described?: Pick<TokenMetadata, 'mediaType' | 'assetType'>
}

/** Constructor 0 without fields. */
const MINT: Hex = 'd87980'

const utf8 = (text: string): Hex => Buffer.from(text, 'utf8').toString('hex')

const policyFor = ({ tokenTemplate, tokenLanguage }: Terms, seed: OutputReference): TokenPolicy => {
  try {
    return tokenPolicy(tokenTemplate, seed, tokenLanguage)
  } catch (error) {
    throw new BuildError(
      'MISSING_CONFIG',
      `the contracts config's minting.other.template cannot be used: ${error instanceof Error ? error.message : error}`,
    )
  }
}

/** The launchpad's name if it has one, the ticker, and `- Metadata`. */
const metadataName = ({ platform }: Terms, ticker: string): string =>
  `${platform === '' ? '' : `${platform} `}${ticker} - Metadata`

/**
 * Outputs: metadata, fee, pool and, with a first purchase, the creator's tokens.
 * @throws {BuildError} for a deposit out of range, the name of the metadata token, and a contracts config without the launchpad's scripts
 */
export const launch = <U extends Utxo>(
  creator: Owner,
  request: LaunchRequest,
  seed: U,
  { terms, parameters }: { readonly terms: Terms; readonly parameters: ProtocolParameters },
) => {
  const { deposit, launchType, described } = request
  checkDeposit(request, terms)
  const reserved = metadataName(terms, request.ticker)
  if (request.name === reserved)
    throw new BuildError(
      'INVALID_REQUEST',
      `info.name must not be ${reserved}, which is the name of the metadata token`,
    )
  const tier = tierOf(launchType, terms)
  const { poolLovelace, poolTokens, creatorTokens } = launchAmounts(tier, deposit)
  const { policy, script } = policyFor(terms, seed.reference)
  const token = assetId(policy, utf8(request.name))
  const nft = { asset: assetId(terms.poolNft.policy, poolNftName(seed.reference)), quantity: 1n }
  const metadataToken = { asset: assetId(policy, utf8(reserved)), quantity: 1n }
  const metadata: LaunchMetadata = {
    ...request,
    launchType: launchType === 'HYPED' ? 1 : 0,
    token,
    author: { pkh: creator.pkh, skh: creator.plutusAddress.stake?.hash ?? '' },
    version: LAUNCH_METADATA_VERSION,
  }
  const pool = {
    ...tier,
    nft: nft.asset,
    token,
    permittedExecutor: terms.batcherKey,
    adminWitness: terms.adminWitness,
    factoryWitness: terms.factoryWitness,
  }
  const { reference } = terms.poolNft
  const recipe: Recipe<U> = {
    spend: [{ utxo: seed }],
    outputs: [
      withMinUtxo(
        {
          address: terms.metadataAddress,
          assets: [metadataToken],
          datum: encodeLaunchMetadata(metadata, 'definite'),
        },
        parameters,
      ),
      { address: terms.feeAddress, lovelace: launchFee(deposit, terms.launchFees) },
      {
        address: scriptAddress(terms, terms.curveHash, terms.poolStake),
        lovelace: poolLovelace,
        assets: [nft, { asset: token, quantity: poolTokens }],
        datum: encodeCurvePool(pool, 'definite'),
      },
      ...(creatorTokens === 0n
        ? []
        : [
            withMinUtxo(
              { address: creator.address, assets: [{ asset: token, quantity: creatorTokens }] },
              parameters,
            ),
          ]),
    ],
    mint: [
      { assets: [nft], redeemer: encodeSeedRedeemer(seed.reference, 'definite') },
      { assets: [{ asset: token, quantity: EMISSION }, metadataToken], redeemer: MINT },
    ],
    scripts: [
      { language: `plutus:v${terms.tokenLanguage}`, cbor: script },
      ...(reference === undefined ? [scriptOf(terms.poolNft.cbor, terms.poolNft.policy, 'pool NFT')] : []),
    ],
    ...(reference === undefined ? {} : { references: [reference] }),
    ...(described === undefined ? {} : { metadata: tokenMetadata(token, { ...request, ...described }) }),
  }
  return { recipe, token, creatorTokens }
}
