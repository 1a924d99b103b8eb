// The datum of a bonding-curve pool that trades a token against ADA (README, "Curve pool"). It is fixed at launch
// and stays byte for byte the same through every trade; what changes is the UTxO's value.
import { encodePlutusData, type PlutusStyle } from '../../codecs/plutus-data.ts'
import { ADA, type AssetId, type Hex } from '../../primitives.ts'
import { readAsset, readToken, writeAsset } from '../asset.ts'
import { type CurveParams, SEED } from '../curve.ts'
import { construct, readAmount, readDatum, readHash } from './fields.ts'

export interface CurvePool extends CurveParams {
  /** The one-of-a-kind token that is the pool's identity. */
  readonly nft: AssetId
  /** The launched token. */
  readonly token: AssetId
  /** Key that must sign trades: the executor. */
  readonly permittedExecutor: Hex
  /** Lovelace in the pool's UTxO, seed included, at which the curve is complete. */
  readonly adaCap: bigint
  /** Script that may change the pool by an administrative action. */
  readonly adminWitness: Hex
  /** Script that may graduate the pool. */
  readonly factoryWitness: Hex
}

/**
 * Reads a curve pool's datum. `undefined` for anything else, a pool that trades against a token among it, and for
 * curves without a price (both coefficients 0) or without room (a cap not above the seed).
 */
export const decodeCurvePool = (hex: Hex): CurvePool | undefined => {
  const fields = readDatum(hex, 9)
  if (fields === undefined || readAsset(fields[1]) !== ADA) return undefined
  const nft = readToken(fields[0])
  const token = readToken(fields[2])
  const aNum = readAmount(fields[3])
  const bNum = readAmount(fields[4])
  const permittedExecutor = readHash(fields[5])
  const adaCap = readAmount(fields[6])
  const adminWitness = readHash(fields[7])
  const factoryWitness = readHash(fields[8])
  if (nft === undefined || token === undefined || aNum === undefined || bNum === undefined) return undefined
  if (permittedExecutor === undefined || adaCap === undefined) return undefined
  if (adminWitness === undefined || factoryWitness === undefined) return undefined
  if (adaCap <= SEED || (aNum === 0n && bNum === 0n)) return undefined
  return { nft, token, aNum, bNum, permittedExecutor, adaCap, adminWitness, factoryWitness }
}

/** Pools on chain are written with definite lengths. */
export const encodeCurvePool = (pool: CurvePool, style: PlutusStyle): Hex =>
  encodePlutusData(
    construct(
      writeAsset(pool.nft),
      writeAsset(ADA),
      writeAsset(pool.token),
      pool.aNum,
      pool.bNum,
      pool.permittedExecutor,
      pool.adaCap,
      pool.adminWitness,
      pool.factoryWitness,
    ),
    style,
  )
