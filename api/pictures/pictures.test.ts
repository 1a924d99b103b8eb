import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { readPng } from '../images/image-structure.ts'
import { PNG } from '../images/testing/sample-images.ts'
import { drawCard } from './card.ts'
import { CARD_SIZE } from './card-data.ts'
import { scaledDown } from './scaled-image.ts'

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
