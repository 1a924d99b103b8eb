// The picture of a shared link: a token's image, name, market cap and progress to graduation, in the size that chats and social networks
// show.
import sharp from 'sharp'
import { creatureOf } from '../../schema/codecs/creature.ts'
import { CARD_SIZE, type Card } from './card-data.ts'
import { UNITS } from './fonts.ts'
import { textPath } from './text-path.ts'

const MARGIN = 80
const FACE = 220
const RIGHT = CARD_SIZE.width - MARGIN
const [INK, MUTED, ACCENT] = ['#f3f5f8', '#8b94a3', '#c8f751']

interface Line {
  readonly x: number
  /** Baseline in pixels from the top. */
  readonly y: number
  /** In pixels. Reduced if the line would be too long. */
  readonly size: number
  readonly colour: string
  /** Strokes of this many units around letters make them bold. */
  readonly bold?: number
}

const line = (text: string, { x, y, size, colour, bold = 0 }: Line): string => {
  const { paths, width } = textPath(text, bold)
  const scale = Math.min(size / UNITS, (RIGHT - x) / Math.max(1, width))
  return `<g transform="translate(${x} ${y}) scale(${scale} ${-scale})" fill="${colour}" stroke="${colour}" stroke-linejoin="round">${paths}</g>`
}

/** Share of a text's characters that no font has. */
const MOST_MISSING_SHARE = 1 / 3

const isDrawable = (text: string): boolean => {
  const { width, missing } = textPath(text)
  return width > 0 && missing <= MOST_MISSING_SHARE
}

/** Name and ticker. If the fonts lack the name's characters, the title is the ticker or, if they also lack the ticker's, the asset id. */
const titlesOf = ({ asset, name, ticker }: Card): readonly [title: string, below: string] => {
  const [title = '', below = ''] = [name, ticker].filter(isDrawable)
  return title === '' ? [`${asset.slice(0, 8)}…${asset.slice(-6)}`, ''] : [title, below]
}

const svgOf = (card: Card): string => {
  const { asset, marketCap, price, progress, image } = card
  const [title, below] = titlesOf(card)
  const { path, first, other } = creatureOf(asset)
  const face =
    image === undefined
      ? `<rect x="${MARGIN}" y="${MARGIN}" width="${FACE}" height="${FACE}" rx="44" fill="hsl(${first} 45% 28%)"/>
<path transform="translate(${MARGIN + 43} ${MARGIN + 46}) scale(16.7)" d="${path}" fill="hsl(${other} 70% 75%)" shape-rendering="crispEdges"/>`
      : ''
  const beside = MARGIN + FACE + 48
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${CARD_SIZE.width}" height="${CARD_SIZE.height}">
<rect width="100%" height="100%" fill="#0a0c10"/>
<rect width="100%" height="10" fill="hsl(${first} 60% 50%)"/>
${face}
${line(title, { x: beside, y: 180, size: 84, colour: INK, bold: 90 })}
${line(below, { x: beside, y: 256, size: 48, colour: MUTED })}
${line('Market cap', { x: MARGIN, y: 384, size: 30, colour: MUTED })}
${line(`₳${marketCap}`, { x: MARGIN, y: 478, size: 92, colour: INK, bold: 90 })}
${line('Price', { x: 660, y: 384, size: 30, colour: MUTED })}
${line(`₳${price}`, { x: 660, y: 470, size: 60, colour: INK, bold: 50 })}
<rect x="${MARGIN}" y="524" width="${RIGHT - MARGIN}" height="14" rx="7" fill="#1d222b"/>
<rect x="${MARGIN}" y="524" width="${(RIGHT - MARGIN) * (progress ?? 1)}" height="14" rx="7" fill="${ACCENT}"/>
${line(progress === undefined ? 'Graduated' : `${(progress * 100).toFixed(1)}% to graduation`, { x: MARGIN, y: 588, size: 30, colour: ACCENT })}
${line('Launchpad', { x: 974, y: 588, size: 30, colour: MUTED })}
</svg>`
}

const MASK = Buffer.from(
  `<svg width="${FACE}" height="${FACE}"><rect width="${FACE}" height="${FACE}" rx="44"/></svg>`,
)

/** The image with round corners. */
const faceOf = (image: Uint8Array): Promise<Buffer> =>
  sharp(image)
    .resize(FACE, FACE, { fit: 'cover' })
    .composite([{ input: MASK, blend: 'dest-in' }])
    .png()
    .toBuffer()

export const drawCard = async (card: Card): Promise<Uint8Array> => {
  const face = card.image && (await faceOf(card.image))
  return sharp(Buffer.from(svgOf({ ...card, image: face })))
    .composite(face === undefined ? [] : [{ input: face, left: MARGIN, top: MARGIN }])
    .png({ palette: true, quality: 90, effort: 4 })
    .toBuffer()
}
