// Writes the page's head for browsers, search engines and previews of shared links. Texts from a token's creator are cut, cleaned and
// escaped.

import { EMISSION } from '../../schema/launchpad/curve.ts'
import { compact } from '../../schema/responses/numbers.ts'
import type { LiquidityPoolInfo } from '../../schema/responses/pools.ts'
import { safePool } from '../../schema/responses/safe-text.ts'
import { CARD_SIZE, type Card } from '../pictures/card-data.ts'

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escaped = (text: string): string => text.replace(/[&<>"']/g, (each) => ESCAPES[each] ?? '')

/** Four significant digits. Few fonts contain the subscripts that the page uses. */
const decimal = (value: number): string =>
  value === 0 ? '0' : value.toFixed(Math.min(20, Math.max(0, 3 - Math.floor(Math.log10(value)))))

export const cardOf = (given: LiquidityPoolInfo): Card => {
  const { info, pool, metrics } = safePool(given)
  return {
    asset: info.asset,
    name: info.name,
    ticker: info.ticker,
    marketCap: compact(metrics.marketCap / 1e6),
    price: decimal(metrics.marketCap / 1e6 / Number(EMISSION)),
    progress:
      pool.cpmmPoolId === null ? Math.min(1, Number(pool.x.amount) / pool.adaCapThreshold) : undefined,
  }
}

const tags = (title: string, description: string, others: readonly (readonly [string, string])[]): string =>
  [
    `<title>${escaped(title)}</title>`,
    `<meta name="description" content="${escaped(description)}">`,
    ...[
      ['og:site_name', 'Launchpad'],
      ['og:type', 'website'],
      ['og:title', title],
      ['og:description', description],
      ...others,
    ].map(
      ([name = '', content = '']) =>
        `<meta ${name.startsWith('og:') ? 'property' : 'name'}="${name}" content="${escaped(content)}">`,
    ),
  ].join('\n')

/** For every address without its own tags. */
export const SITE_HEAD = tags(
  'Launchpad',
  'Tokens launched on Cardano: live prices, charts, trades and holders, and the progress of each token from its bonding curve to graduation.',
  [['twitter:card', 'summary']],
)

/** @param address URL that people share, without a final slash */
export const tokenHead = (pool: LiquidityPoolInfo, address: string): string => {
  const { asset, name, ticker, marketCap, price, progress } = cardOf(pool)
  const way = progress === undefined ? 'graduated' : `${(progress * 100).toFixed(1)}% to graduation`
  const description = safePool(pool).info.description
  const url = `${address}/token/${asset}`
  return tags(
    `${name} (${ticker}) · ₳${marketCap}`,
    `Price ₳${price}, market cap ₳${marketCap}, ${way}.${description === '' ? '' : ` ${description}`}`,
    [
      ['og:url', url],
      ['og:image', `${url}/picture`],
      ['og:image:type', 'image/png'],
      ['og:image:width', `${CARD_SIZE.width}`],
      ['og:image:height', `${CARD_SIZE.height}`],
      ['og:image:alt', `${name} (${ticker})`],
      ['twitter:card', 'summary_large_image'],
    ],
  )
}
