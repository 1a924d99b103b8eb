// An uploaded image: what kind of image its first bytes say it is, whatever the client says, and its content id. Other
// formats are refused, SVG above all: it is a program that browsers run.
import { invalidInput } from '../http/validation.ts'
import { contentIdOf } from './content-id.ts'

export interface Image {
  readonly bytes: Buffer
  readonly mediaType: ImageType
  readonly cid: string
}

/** Media types that clients may send; `image/jpg` is what some call JPEG. */
export const UPLOAD_TYPES = ['image/png', 'image/jpg', 'image/jpeg', 'image/gif'] as const

/** Most bytes of an image. */
export const MAX_IMAGE_BYTES = 5 * 2 ** 20

const SIGNATURES = [
  ['image/png', '89504e470d0a1a0a'],
  ['image/jpeg', 'ffd8ff'],
  // GIF87a and GIF89a
  ['image/gif', '474946383761'],
  ['image/gif', '474946383961'],
] as const

export type ImageType = (typeof SIGNATURES)[number][0]

/** The kind of image that bytes begin as. */
export const imageTypeOf = (bytes: Buffer): ImageType | undefined => {
  const start = bytes.toString('hex', 0, 8)
  return SIGNATURES.find(([, signature]) => start.startsWith(signature))?.[0]
}

/** @throws {ApiError} `INVALID_PARAMS` when the bytes are of no image. */
export const imageOf = async (bytes: Buffer): Promise<Image> => {
  const mediaType = imageTypeOf(bytes)
  if (mediaType === undefined) throw invalidInput('image must be a PNG, JPEG or GIF image')
  return { bytes, mediaType, cid: await contentIdOf(bytes) }
}
