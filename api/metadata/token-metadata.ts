// Describes a token with the data of its launch, within the limits of CIP-26's properties.
import type { TokenDetails } from '../../projections/read/queries/token-details.ts'
import { visibleText } from '../../schema/codecs/visible-text.ts'
import type { AssetId } from '../../schema/primitives.ts'
import type { TokenMetadata, TokenProperty } from '../../schema/responses/token-metadata.ts'

/** Never cuts inside a character of two UTF-16 units. */
const cut = (text: string, length: number): string =>
  text
    .slice(0, length)
    .replace(/[\ud800-\udbff]$/, '')
    .trimEnd()

const property = <V>(value: V) => ({ value, sequenceNumber: 0, signatures: [] })

const MOST_URL = 250

const isLink = (text: string): boolean =>
  text.length <= MOST_URL && text.startsWith('https://') && URL.canParse(text)

/**
 * @param page undefined if the service does not know its own URL
 * @param logo PNG; undefined if there is none
 */
export const tokenMetadata = (
  asset: AssetId,
  { name, ticker, info }: TokenDetails,
  wanted: ReadonlySet<TokenProperty>,
  page: string | undefined,
  logo: Uint8Array | undefined,
): TokenMetadata => {
  const url = [info?.socials.website, page].find((each) => each && isLink(each))
  const all = {
    name: property(cut(name, 50)),
    description: property(cut(visibleText(info?.description ?? '') || name, 500)),
    ...(ticker.length >= 2 && ticker.length <= 9 && { ticker: property(ticker) }),
    decimals: property(0),
    ...(url && { url: property(url) }),
    ...(logo && { logo: property(Buffer.from(logo).toString('base64')) }),
  }
  const chosen = Object.entries(all).filter(([key]) => [...wanted].some((each) => each === key))
  return { subject: asset.replace('.', ''), ...Object.fromEntries(chosen) }
}
