// The tokens launched on a recorded chain. Each transaction that mints an NFT of the curve's policy mints the whole emission of
// one token. A datum of eight fields names its creator, except in the earliest launches.

import type { RawOutput } from '../../../fixtures/hostile/raw-ledger.ts'
import { decodePlutusData, type PlutusData } from '../../../schema/codecs/plutus-data.ts'
import { isRecord } from '../../../schema/ogmios/read-json.ts'
import { EMISSION } from './amounts.ts'
import { keyHeaders, type Recorded } from './part.ts'

interface LaunchedToken {
  readonly asset: string
  readonly author: { readonly pkh: string; readonly skh: string }
}

/** The fields of a constructor; empty for other data. */
export const fieldsOf = (data: PlutusData | undefined): readonly PlutusData[] =>
  isRecord(data) && Array.isArray(data.fields) ? data.fields : []

/**
 * Creator of an early launch, which has no such datum: the key that received the token, or the last key that received an output.
 */
const firstHolder = (outputs: readonly RawOutput[], asset: string, networkId: 0 | 1) => {
  const ofKeys = outputs.filter(({ address }) => keyHeaders(networkId).includes(address.slice(0, 2)))
  const { address = '' } = ofKeys.find(({ assets }) => assets.has(asset)) ?? ofKeys.at(-1) ?? {}
  return { pkh: address.slice(2, 58), skh: address.slice(58) }
}

export const launchedTokens = ({ ledger, operations, networkId }: Recorded): LaunchedToken[] =>
  [...ledger.transactions.values()].flatMap(({ mint, outputs }) => {
    const isLaunch = [...mint].some(
      ([asset, quantity]) => quantity > 0n && asset.startsWith(`${operations.curve.nftPolicy}.`),
    )
    const [asset] = [...mint].find(([, quantity]) => quantity === EMISSION) ?? []
    if (!isLaunch || asset === undefined) return []
    const metadata = outputs
      .map(({ datum }) => fieldsOf(datum === undefined ? undefined : decodePlutusData(datum)))
      .find(({ length }) => length === 8)
    if (metadata === undefined) return [{ asset, author: firstHolder(outputs, asset, networkId) }]
    const [pkh, skh] = fieldsOf(metadata[5])
    return [{ asset, author: { pkh: `${pkh}`, skh: `${skh}` } }]
  })
