// The datum of a bonding-curve pool that trades a token against ADA (docs/launchpad-on-chain.md, "Curve pool"). The datum is fixed at
// launch, and every trade keeps it byte for byte. Only the UTxO's value changes.
import { ADA } from '../../primitives.ts'
import { SEED } from '../curve.ts'
import { AMOUNT, ASSET, type DatumOf, datumCodec, fixed, HASH, TOKEN } from './datum-layout.ts'

const LAYOUT = {
  /** The unique token that identifies the pool. */
  nft: TOKEN,
  paid: fixed(ASSET, ADA),
  token: TOKEN,
  /** See {@link CurveParams}. */
  aNum: AMOUNT,
  bNum: AMOUNT,
  /** Key that must sign trades, called the executor. */
  permittedExecutor: HASH,
  /** Lovelace in the pool's UTxO, including the seed, at which the curve is complete. */
  adaCap: AMOUNT,
  /** Script that may change the pool by an administrative action. */
  adminWitness: HASH,
  /** Script that may graduate the pool. */
  factoryWitness: HASH,
}
export type CurvePool = DatumOf<typeof LAYOUT>

/**
 * Refuses curves without a price (both coefficients 0) or without capacity (the cap does not exceed the seed). Pools on the chain have
 * definite lengths.
 */
export const { decode: decodeCurvePool, encode: encodeCurvePool } = datumCodec(
  LAYOUT,
  ({ aNum, bNum, adaCap }) => adaCap > SEED && (aNum !== 0n || bNum !== 0n),
)
