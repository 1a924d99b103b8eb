import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { readPng } from '../images/image-structure.ts'
import { PNG } from '../images/testing/sample-images.ts'
import { drawCard } from './card.ts'
import { CARD_SIZE } from './card-data.ts'
import { scaledDown } from './scaled-image.ts'
import { textPath } from './text-path.ts'

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#36c' } })

const sizesOf = async (bytes: Buffer) =>
  Promise.all(
    Object.entries((await scaledDown(bytes)) ?? {}).map(async ([side, copy]) => {
      const { format, width, height } = await sharp(copy).metadata()
      return [side, format, width, height]
    }),
  )

test('an image is scaled down to squares, and never up', async () => {
  assert.deepEqual(await sizesOf(await plain(600, 400).png().toBuffer()), [
    ['64', 'webp', 64, 64],
    ['256', 'webp', 256, 256],
  ])
  assert.deepEqual(await sizesOf(await plain(100, 100).jpeg().toBuffer()), [
    ['64', 'webp', 64, 64],
    ['256', 'webp', 100, 100],
  ])
})

test('an animated image has copies of its first frame', async () => {
  const [first, second] = await Promise.all([
    plain(8, 8).png().toBuffer(),
    plain(8, 8).negate().png().toBuffer(),
  ])
  const frames = await sharp([first, second], { join: { animated: true } })
    .gif()
    .toBuffer()
  const still = await sharp(first).gif().toBuffer()
  assert.deepEqual(await scaledDown(frames), await scaledDown(still))
})

test('an image of another format, cut off or of too many pixels cannot be decoded', async () => {
  const whole = await plain(300, 300).jpeg().toBuffer()
  const bomb = Buffer.from(PNG)
  bomb.write('0000200000002000', 16, 'hex')
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
  for (const bytes of [whole.subarray(0, 400), bomb, svg, Buffer.alloc(0)])
    assert.equal(await scaledDown(bytes), undefined)
})

/** Share of drawn pixels in the name's area, in thousandths. */
const inkOf = async (name: string, ticker = ''): Promise<number> => {
  const asset = `${'ab'.repeat(28)}.00`
  const card = { asset, name, ticker, marketCap: '76.5K', price: '0.00007649', progress: 0.5 }
  const { data } = await sharp(await drawCard(card))
    .extract({ left: 340, top: 90, width: 780, height: 110 })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return Math.round((data.filter((shade) => shade > 128).length * 1_000) / data.length)
}

const UNKNOWN = '\u{13000}\u{13001}\u{13002}'

test('the name of a picture has ink in every covered script, and in its place there is always something', async () => {
  const names = [
    'Newt',
    'Тритон',
    'قطة محمد',
    'חתול שמח',
    '東京タワー',
    '한국 고양이',
    '头发龙',
    'แมว',
    'हिन्दी',
    '🐉🔥',
    'Cat قطة 7 猫',
  ]
  for (const name of names) {
    assert.equal(textPath(name).missing, 0, name)
    assert.ok((await inkOf(name)) > 20, name)
  }
  // Egyptian hieroglyphs have no font, so the ticker or the asset id is drawn.
  assert.equal(textPath(UNKNOWN).missing, 1)
  assert.equal(await inkOf(UNKNOWN, 'NEWT'), await inkOf('NEWT'))
  const withoutTexts = await Promise.all([inkOf(UNKNOWN, UNKNOWN), inkOf('', ''), inkOf('abababab…bab.00')])
  for (const ink of withoutTexts) assert.equal(ink, withoutTexts[2])
  // A few missing characters are left out.
  assert.equal(await inkOf('Lucky Newt 𓀀'), await inkOf('Lucky Newt '))
})

test('letters are shaped: Arabic ones are joined, and its words stand from right to left around numbers', () => {
  const shapes = ({ paths }: { readonly paths: string }) => paths.match(/ d="[^"]*"/g) ?? []
  // The letter has four shapes: alone, and at the end, in the middle and at the beginning of a word.
  const [alone] = shapes(textPath('ب'))
  const word = shapes(textPath('ببب'))
  assert.equal(new Set([alone, ...word]).size, 4)
  assert.ok(textPath('ببب').width < 2 * textPath('ب').width)
  const parts = ['شعر', ' 12 ', 'قط'].flatMap((part) => shapes(textPath(part)))
  assert.deepEqual(shapes(textPath('قط 12 شعر')), parts)
})

test('the picture of a link is drawn with any text, with an image and without one', async () => {
  const card = {
    asset: `${'ab'.repeat(28)}.00`,
    name: '</svg><script>&"\u0000日本🚀 Ж',
    ticker: '',
    marketCap: '76.5K',
    price: '0.00007649',
    progress: 0.5,
  }
  const image = await plain(256, 256).webp().toBuffer()
  const drawn = await Promise.all([{}, { image }].map((more) => drawCard({ ...card, ...more })))
  for (const picture of drawn) {
    const { width, height } = readPng(Buffer.from(picture)) ?? assert.fail('no picture')
    assert.deepEqual({ width, height }, CARD_SIZE)
  }
  const [face, withImage] = drawn
  assert.notDeepEqual(face, withImage)
})
