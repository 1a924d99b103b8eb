import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import sharp from 'sharp'
import { ApiError } from '../../schema/errors.ts'
import { imageOf } from './image.ts'
import { orientationOf, tiffOf } from './orientation.ts'
import { GIF, JPEG, PNG, scannedJpeg } from './testing/sample-images.ts'

const read = async (bytes: Buffer): Promise<string> => {
  try {
    const image = await imageOf(bytes)
    // The image's own bytes have no metadata to remove.
    assert.deepEqual(await imageOf(image.bytes), image)
    return `${image.mediaType} ${image.cid.slice(0, 7)}`
  } catch (error) {
    assert.ok(error instanceof ApiError)
    return `${error.cause}: ${error.message}`
  }
}

test('the media type comes from the bytes, and bytes after the end are ignored', async () => {
  const images = [PNG, JPEG, GIF, Buffer.concat([Buffer.from('GIF87a'), GIF.subarray(6)])]
  const kinds = ['image/png bafkrei', 'image/jpeg bafkrei', 'image/gif bafkrei', 'image/gif bafkrei']
  assert.deepEqual(await Promise.all(images.map(read)), kinds)
  assert.deepEqual(
    await Promise.all(images.map((image) => read(Buffer.concat([image, Buffer.from('more')])))),
    kinds,
  )
})

test('bytes that only begin like an image are refused, wherever they are cut off', async () => {
  const whole = 'INVALID_PARAMS: Invalid input: image must be a whole PNG, JPEG or GIF image'
  const begun = (hex: string, text: string): Buffer =>
    Buffer.concat([Buffer.from(hex, 'hex'), Buffer.from(text)])
  for (const bytes of [
    begun('ffd8ff', ''),
    begun('ffd8ffe0', 'any program, book or film'.repeat(100)),
    begun('ffd8ffda0002', 'pixels without a size'),
    begun('89504e470d0a1a0a', '    IEND'.repeat(10)),
    begun('', 'GIF89a and so on'.repeat(10)),
  ])
    assert.equal(await read(bytes), whole)
  for (const image of [PNG, JPEG, GIF])
    for (let length = 8; length < image.length - 4; length += 1)
      assert.equal(await read(image.subarray(0, length)), whole)
})

test('an image with no pixels or too many is refused', async () => {
  const sized = (image: Buffer, at: number, bytes: string): Buffer => {
    const copy = Buffer.from(image)
    copy.write(bytes, at, 'hex')
    return copy
  }
  const frame = JPEG.indexOf(Buffer.from('ffc0', 'hex')) + 5
  for (const [largest, tooLarge, none] of [
    [
      sized(PNG, 16, '0000100000001000'),
      sized(PNG, 16, '0000100100000001'),
      sized(PNG, 16, '0000000000000001'),
    ],
    [sized(JPEG, frame, '10001000'), sized(JPEG, frame, '00011001'), sized(JPEG, frame, '00010000')],
    [sized(GIF, 6, '00100010'), sized(GIF, 6, '01100100'), sized(GIF, 6, '00000100')],
    // A GIF whose image exceeds its screen.
    [sized(GIF, 28, 'ff0fff0f'), sized(GIF, 28, '0010'), sized(GIF, 6, '01000000')],
  ] as const) {
    assert.match(await read(largest), /^image/)
    for (const image of [tooLarge, none])
      assert.equal(
        await read(image),
        'INVALID_PARAMS: Invalid input: image must be of 1 to 4096 pixels in width and height',
      )
  }
})

test('a JPEG of many scans is refused, and one with two frames', async () => {
  assert.match(await read(scannedJpeg(32, 8)), /^image.jpeg /)
  for (const scans of [33, 1_000])
    assert.equal(
      await read(scannedJpeg(scans, 4_096)),
      'INVALID_PARAMS: Invalid input: image must be a JPEG of at most 32 scans: save it again',
    )
  const frame = JPEG.indexOf(Buffer.from('ffc0', 'hex'))
  const twice = Buffer.concat([JPEG.subarray(0, frame + 13), JPEG.subarray(frame)])
  assert.equal(
    await read(twice),
    'INVALID_PARAMS: Invalid input: image must be a whole PNG, JPEG or GIF image',
  )
})

test('other formats are refused', async () => {
  const none = 'INVALID_PARAMS: Invalid input: image must be a PNG, JPEG or GIF image'
  for (const text of [
    '',
    '<svg xmlns="http://www.w3.org/2000/svg"/>',
    '<?xml version="1.0"?><svg/>',
    'GIF88a',
    'RIFF\0\0\0\0WEBP',
    '\x89PN',
  ])
    assert.equal(await read(Buffer.from(text, 'latin1')), none)
})

const SECRET = 'Secret phone'

/** 3 by 2 different pixels, with location, device, time, comment, colour profile and orientation. */
const photo = (format: 'jpeg' | 'png', orientation: number): Promise<Buffer> =>
  sharp(Buffer.from(Array.from({ length: 18 }, (_, n) => n * 14)), {
    raw: { width: 3, height: 2, channels: 3 },
  })
    .withExif({
      IFD0: { Make: SECRET, DateTime: '2026:01:02 03:04:05' },
      IFD3: { GPSLatitude: '52/1 30/1 0/1', GPSLatitudeRef: 'N' },
    })
    .withMetadata({ orientation })
    .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/">${SECRET}</x:xmpmeta>`)
    .withIccProfile('p3')
    .toFormat(format)
    .toBuffer()

const drawnAs = async (bytes: Buffer) => {
  const { icc } = await sharp(bytes).metadata()
  return { icc, pixels: await sharp(bytes).autoOrient().raw().toBuffer() }
}

test('an image loses place, device, time and comments, and is drawn as before', async () => {
  for (const format of ['jpeg', 'png'] as const)
    for (const orientation of [1, 6]) {
      const taken = await photo(format, orientation)
      const before = await sharp(taken).metadata()
      assert.deepEqual([before.orientation, before.exif?.includes(SECRET)], [orientation, true])
      const comment = Buffer.from([0xff, 0xfe, 0, 2 + SECRET.length, ...Buffer.from(SECRET)])
      const uploaded =
        format === 'jpeg' ? Buffer.concat([taken.subarray(0, 2), comment, taken.subarray(2)]) : taken
      const { bytes } = await imageOf(Buffer.concat([uploaded, Buffer.from(SECRET)]))
      assert.equal(bytes.includes(SECRET), false)
      const { exif, xmp, ...after } = await sharp(bytes).metadata()
      assert.deepEqual(
        [exif?.subarray(-26), xmp, after.orientation],
        orientation === 1 ? [undefined, undefined, undefined] : [tiffOf(orientation), undefined, orientation],
        `${format} ${orientation}`,
      )
      assert.deepEqual(await drawnAs(bytes), await drawnAs(uploaded))
    }
  const animated = await sharp(Buffer.from(Array.from({ length: 24 }, (_, n) => n * 10)), {
    raw: { width: 2, height: 4, channels: 3, pageHeight: 2 },
  })
    .gif({ loop: 3, delay: [120, 340] })
    .toBuffer()
  const comment = Buffer.from([0x21, 0xfe, SECRET.length, ...Buffer.from(SECRET), 0])
  const start = animated.indexOf(Buffer.from([0x21, 0xff, 11]))
  const commented = Buffer.concat([animated.subarray(0, start), comment, animated.subarray(start)])
  const { bytes } = await imageOf(commented)
  assert.deepEqual(bytes, animated)
})

test('an orientation is read in both byte orders, and from any bytes without an error', () => {
  for (let orientation = 1; orientation <= 8; orientation++)
    assert.equal(orientationOf(tiffOf(orientation)), orientation)
  const little = Buffer.from('49492a000800000001001201030001000000060000000000', 'hex')
  assert.equal(orientationOf(little), 6)
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), fc.constantFrom('II', 'MM', ''), (bytes, order) => {
      const orientation = orientationOf(Buffer.concat([Buffer.from(order), bytes]))
      assert.ok(orientation >= 1 && orientation <= 8)
    }),
    { numRuns: 2_000 },
  )
})
