import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiError } from '../../schema/errors.ts'
import { imageOf } from './image.ts'
import { GIF, JPEG, PNG, scannedJpeg } from './testing/sample-images.ts'

const read = async (bytes: Buffer): Promise<string> => {
  try {
    const image = await imageOf(bytes)
    assert.equal(image.bytes, bytes)
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
    // An image of a GIF that exceeds its screen.
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
