// Images that take too much time or memory in the child process for pictures. A folder may have such images, which earlier versions of the
// service stored.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import sharp from 'sharp'
import { temporaryDirectory } from '../../tests/kit/temporary-directory.ts'
import { until } from '../../tests/kit/until.ts'
import { PNG, scannedJpeg } from '../images/testing/sample-images.ts'
import { draw, drawLogo, scale } from './pictures.ts'

const CARD = {
  asset: `${'ab'.repeat(28)}.00`,
  name: 'Newt',
  ticker: 'NEWT',
  marketCap: '76.5K',
  price: '0.00007649',
  progress: 0.5,
}

test('an image that would take minutes of a processor is given up, and pictures go on', async (t) => {
  const directory = temporaryDirectory(t)
  const [image, bomb] = [join(directory, 'image'), join(directory, 'bomb')]
  writeFileSync(image, PNG)
  writeFileSync(bomb, scannedJpeg(100_000, 4_096))
  // On a busy machine, tasks may be refused until the child process has started.
  const copiesOf = (path: string) => until('the copies', () => scale(path))
  assert.deepEqual(Object.keys(await copiesOf(image)), ['64', '256'])
  const [given, copies, card] = await Promise.all([
    scale(bomb),
    copiesOf(image),
    until('the card', () => draw(CARD)),
  ])
  assert.equal(given, undefined)
  assert.deepEqual(Object.keys(copies), ['64', '256'])
  assert.equal(Buffer.from(card).toString('latin1', 1, 4), 'PNG')
  assert.equal(await scale(join(directory, 'bomb')), undefined)
  await assert.rejects(scale(join(directory, 'none')), { code: 'ENOENT' })
})

test('the logo of the worst image is a PNG of 128 pixels below 64 KiB', async () => {
  const noise = randomBytes(256 * 256 * 3)
  const copy = await sharp(noise, { raw: { width: 256, height: 256, channels: 3 } })
    .webp()
    .toBuffer()
  const logo = Buffer.from((await until('the logo', () => drawLogo(copy))) ?? assert.fail())
  const { format, width, height } = await sharp(logo).metadata()
  assert.deepEqual([format, width, height], ['png', 128, 128])
  assert.ok(logo.length < 65_536, `${logo.length} bytes`)
  assert.equal(await drawLogo(Buffer.from('no image')), undefined)
})
