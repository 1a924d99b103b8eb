import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiError } from '../../schema/errors.ts'
import { imageOf } from './image.ts'
import { GIF, JPEG, PNG } from './testing/sample-images.ts'

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

test('the first bytes of an image say of which kind it is', async () => {
  assert.deepEqual(
    [await read(PNG), await read(JPEG), await read(GIF), await read(Buffer.from('GIF87a and so on'))],
    ['image/png bafkrei', 'image/jpeg bafkrei', 'image/gif bafkrei', 'image/gif bafkrei'],
  )
})

test('other bytes are no image', async () => {
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
