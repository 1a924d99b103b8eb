// The datum of a curve pool that trades a launched token against another token (docs/launchpad-on-chain.md, "Token-to-token pools"). The
// datum was seen on the test network only, in two forms: nine fields, later eleven with a fee counter. The datum is decoded so that such a
// pool is recognised and rejected, since the launchpad lists and trades only ADA pools.
import type { Hex } from '../../primitives.ts'
import { AMOUNT, type DatumOf, datumCodec, HASH, TOKEN } from './datum-layout.ts'

const OLDER = {
  nft: TOKEN,
  /** Token in which traders pay. */
  assetX: TOKEN,
  /** The launched token. */
  assetY: TOKEN,
  aNum: AMOUNT,
  bNum: AMOUNT,
  permittedExecutor: HASH,
  /** Amount of X at which the curve is complete. */
  cap: AMOUNT,
  witness1: HASH,
  witness2: HASH,
}

const { witness1, witness2, ...SHARED } = OLDER
/** The roles of the last two scripts are not public. */
const NEWER = {
  ...SHARED,
  /** Fees in X that the pool has in addition to its reserve. */
  accumulatedFee: AMOUNT,
  witness1,
  witness2,
  witness3: HASH,
}

const [older, newer] = [datumCodec(OLDER), datumCodec(NEWER)]

/** Reads either form; `undefined` for any other data, such as an ADA pool's. */
export const decodeCurvePoolT2t = (hex: Hex): DatumOf<typeof OLDER> | DatumOf<typeof NEWER> | undefined =>
  older.decode(hex) ?? newer.decode(hex)
