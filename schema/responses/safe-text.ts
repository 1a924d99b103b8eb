// Makes texts of tokens' creators safe to show. Views get only these texts. Characters that change how other characters are read are
// removed, and the length is limited. Markup needs no treatment, since the page makes text nodes.

import { visibleText } from '../codecs/visible-text.ts'
import type { LiquidityPoolInfo } from './pools.ts'

const NAME = 40
const TICKER = 12
const DESCRIPTION = 600
const LINK = 300

/** At most `most` characters in one line. */
export const plain = (text: string, most: number): string => {
  const clean = visibleText(text.slice(0, most * 16))
  const characters = [...clean]
  return characters.length <= most ? clean : `${characters.slice(0, most - 1).join('')}…`
}

/** Allows `http` and `https`, without a user name. Null for all others. */
export const safeLink = (text: string | null): string | null => {
  if (text === null || text.length > LINK || !/^https?:\/\//i.test(text.trim())) return null
  try {
    const url = new URL(text.trim())
    return url.username === '' && url.password === '' ? url.href : null
  } catch {
    return null
  }
}

/** From the hex after the point in the asset's id. */
export const nameOf = (asset: string): string => {
  const hex = asset.slice(asset.indexOf('.') + 1)
  const bytes = Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
  return plain(new TextDecoder().decode(bytes), NAME) || asset.slice(0, 8)
}

export const safePool = (pool: LiquidityPoolInfo): LiquidityPoolInfo => {
  const { info } = pool
  const name = plain(info.name, NAME) || info.asset.slice(0, 8)
  const { twitter, telegram, discord, website } = info.socials
  const older = info.olderAlike
  return {
    ...pool,
    info: {
      ...info,
      name,
      ticker: plain(info.ticker, TICKER) || plain(name, TICKER),
      description: plain(info.description, DESCRIPTION),
      olderAlike: older && { ...older, name: nameOf(older.asset), ticker: plain(older.ticker, TICKER) },
      socials: {
        twitter: safeLink(twitter),
        telegram: safeLink(telegram),
        discord: safeLink(discord),
        website: safeLink(website),
      },
    },
  }
}
