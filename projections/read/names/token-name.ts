// The name of a token, from the bytes of its asset name.
import { type AssetId, assetNameOf } from '../../../schema/primitives.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** As text, or as hex if it is not UTF-8. */
export const tokenName = (token: AssetId): string => {
  const name = assetNameOf(token)
  try {
    return utf8.decode(Buffer.from(name, 'hex'))
  } catch {
    return name
  }
}
