// The deployer graduates a complete curve. The curve's output is spent, its NFT is burnt, and its value opens an AMM pool whose liquidity
// tokens belong to nobody. The curve pays for the transaction, so no other output is spent. The executor gets what is left of the
// graduation's cost.
import { SEED } from '../../schema/launchpad/curve.ts'
import {
  encodeCurveRedeemer,
  encodeLpRedeemer,
  encodeSeedRedeemer,
} from '../../schema/launchpad/datums/redeemers.ts'
import { encodeRoyaltyPool } from '../../schema/launchpad/datums/royalty-pool.ts'
import { lpTokenName, poolNftName } from '../../schema/launchpad/derivations.ts'
import { graduate as graduated, NEW_AMM_POOL } from '../../schema/launchpad/graduation.ts'
import { ADA, assetId, type Hex } from '../../schema/primitives.ts'
import { contract, contractAddress, POOL_STAKE, witnessAccount } from '../contracts/contracts.ts'
import { contractReference } from '../genesis.ts'
import { GRADUATION_COST } from '../launchpad.ts'
import type { LedgerUtxo } from '../ledger/output.ts'
import type { Curve } from './market.ts'
import { DEPLOYER, EXECUTOR, ROYALTY } from './people.ts'
import type { Plan } from './wallet/plan.ts'

/** The deployer's witness accepts any redeemer. */
const DEPLOYER_REDEEMER: Hex = '00'

/** Our deployer owns the curve, which is complete and has only its own two assets. */
const isReady = ({ utxo, pool, lovelace, tokens }: Curve): boolean =>
  lovelace >= pool.adaCap &&
  lovelace - GRADUATION_COST >= SEED &&
  tokens > 0n &&
  pool.factoryWitness === contract('deployer-witness').hash &&
  utxo.output.assets.length === 2 &&
  utxo.output.script === undefined

/**
 * Undefined if the curve is below its cap.
 * @param collateral collateral of the deployer
 */
export const graduate = (curve: Curve, collateral: LedgerUtxo): Plan | undefined => {
  if (!isReady(curve)) return undefined
  const { utxo, pool } = curve
  const { lovelace, tokens, lpTokens } = graduated(curve.lovelace, curve.tokens, GRADUATION_COST)
  const seed = utxo.reference
  const nft = assetId(contract('amm-pool-nft').hash, poolNftName(seed))
  const lpToken = assetId(contract('lp-token').hash, lpTokenName(seed, lpTokens))
  const born = [
    { asset: nft, quantity: 1n },
    { asset: lpToken, quantity: lpTokens },
  ]
  const seedRedeemer = encodeSeedRedeemer(seed, 'definite')
  return {
    spend: [{ utxo, redeemer: encodeCurveRedeemer({ input: 0, output: 0, action: 'factory' }, 'definite') }],
    outputs: [
      {
        address: contractAddress('royalty-pool', POOL_STAKE),
        lovelace,
        assets: [...born, { asset: pool.token, quantity: tokens }],
        datum: encodeRoyaltyPool(
          {
            ...NEW_AMM_POOL,
            nft,
            assetX: ADA,
            assetY: pool.token,
            lpToken,
            daoPolicy: [POOL_STAKE],
            treasuryAddress: contract('deployer-witness').hash,
            royaltyPubKey: ROYALTY.publicKey,
          },
          'indefinite',
        ),
      },
    ],
    coins: [],
    change: EXECUTOR.address,
    signers: [DEPLOYER.key],
    requiredSigners: [DEPLOYER.key.hash],
    mint: [
      { assets: [{ asset: pool.nft, quantity: -1n }], redeemer: seedRedeemer },
      { assets: born.slice(0, 1), redeemer: seedRedeemer },
      {
        assets: born.slice(1),
        redeemer: encodeLpRedeemer(seed, lpTokens, 'definite'),
      },
    ],
    withdraw: [{ account: witnessAccount('deployer-witness'), redeemer: DEPLOYER_REDEEMER }],
    references: (['curve-pool', 'pool-nft', 'amm-pool-nft', 'lp-token', 'deployer-witness'] as const).map(
      contractReference,
    ),
    collateral,
  }
}
