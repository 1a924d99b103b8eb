// What creators of tokens write is a stranger's: it is brought to what can be shown before any view sees it. Markup needs
// nothing done, as the page makes text nodes of text; what is left are characters that change how others are read, and length.
import type { LiquidityPoolInfo } from '../../../../schema/answers/pools.ts'
import { visibleText } from '../../../../schema/codecs/visible-text.ts'

const NAME = 40
const TICKER = 12
const DESCRIPTION = 600
const LINK = 300

/** Text in one line of `most` characters at most. */
export const plain = (text: string, most: number): string => {
  const clean = visibleText(text.slice(0, most * 16))
  const characters = [...clean]
  return characters.length <= most ? clean : `${characters.slice(0, most - 1).join('')}…`
}

/** A link that may be followed: `http` or `https`, without a name to log in with. Null for every other. */
export const safeLink = (text: string | null): string | null => {
  if (text === null || text.length > LINK || !/^https?:\/\//i.test(text.trim())) return null
  try {
    const url = new URL(text.trim())
    return url.username === '' && url.password === '' ? url.href : null
  } catch {
    return null
  }
}

/** The name in an asset id: what stands after the point is its bytes in hex. */
export const nameOf = (asset: string): string => {
  const hex = asset.slice(asset.indexOf('.') + 1)
  const bytes = Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
  return plain(new TextDecoder().decode(bytes), NAME) || asset.slice(0, 8)
}

/** A pool whose texts can be shown. */
export const safePool = (pool: LiquidityPoolInfo): LiquidityPoolInfo => {
  const { info } = pool
  const name = plain(info.name, NAME) || info.asset.slice(0, 8)
  const { twitter, telegram, discord, website } = info.socials
  return {
    ...pool,
    info: {
      ...info,
      name,
      ticker: plain(info.ticker, TICKER) || plain(name, TICKER),
      description: plain(info.description, DESCRIPTION),
      socials: {
        twitter: safeLink(twitter),
        telegram: safeLink(telegram),
        discord: safeLink(discord),
        website: safeLink(website),
      },
    },
  }
}
