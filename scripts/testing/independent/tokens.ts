// The tokens launched on the recorded chain: each transaction that mints an NFT of the curve's policy mints the whole
// emission of one token, and says in a datum of eight fields who launched it.
import { isRecord } from '../../../schema/ogmios/read-json.ts'
import { decodePlutusData, type PlutusData } from '../../../schema/plutus-data.ts'
import type { Recorded } from './part.ts'

export const EMISSION = 1_000_000_000n

export interface LaunchedToken {
  readonly asset: string
  readonly author: { readonly pkh: string; readonly skh: string }
}

/** The fields of a constructor; none of anything else. */
export const fieldsOf = (data: PlutusData | undefined): readonly PlutusData[] =>
  isRecord(data) && Array.isArray(data.fields) ? data.fields : []

export const launchedTokens = ({ ledger, operations }: Recorded): LaunchedToken[] =>
  [...ledger.transactions.values()].flatMap(({ mint, outputs }) => {
    const isLaunch = [...mint].some(
      ([asset, quantity]) => quantity > 0n && asset.startsWith(`${operations.curve.nftPolicy}.`),
    )
    const [asset] = [...mint].find(([, quantity]) => quantity === EMISSION) ?? []
    if (!isLaunch || asset === undefined) return []
    const metadata = outputs
      .map(({ datum }) => fieldsOf(datum === undefined ? undefined : decodePlutusData(datum)))
      .find(({ length }) => length === 8)
    const [pkh, skh] = fieldsOf(metadata?.[5])
    return [{ asset, author: { pkh: `${pkh}`, skh: `${skh}` } }]
  })
