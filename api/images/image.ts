// An uploaded image with its media type and content id. The type comes from the bytes, not from the client. Formats other than PNG, JPEG
// and GIF are refused, above all SVG, which can contain scripts.
import { invalidInput } from '../http/check/validation.ts'
import { contentIdOf } from './content-id.ts'
import { type ImageStructure, readGif, readJpeg, readPng } from './image-structure.ts'

export interface Image {
  readonly bytes: Buffer
  readonly mediaType: ImageType
  readonly cid: string
}

/** Some clients send `image/jpg` for JPEG. */
export const UPLOAD_TYPES = ['image/png', 'image/jpg', 'image/jpeg', 'image/gif'] as const

export const MAX_IMAGE_BYTES = 5 * 2 ** 20

/** In pixels. A browser takes four bytes of memory per pixel. */
export const MAX_SIDE = 4_096

/**
 * Each scan of a JPEG may change every pixel, so decoding takes time for each. Usual encoders write about 10. In the largest image, 32
 * scans take less than a second of processor time.
 */
const MAX_SCANS = 32

const SIGNATURES = [
  ['image/png', '89504e470d0a1a0a', readPng],
  ['image/jpeg', 'ffd8ff', readJpeg],
  // GIF87a and GIF89a.
  ['image/gif', '474946383761', readGif],
  ['image/gif', '474946383961', readGif],
] as const

export type ImageType = (typeof SIGNATURES)[number][0]

/** First bytes that identify the type. */
export const SIGNATURE_BYTES = 8

const signatureOf = (bytes: Buffer) => {
  const start = bytes.toString('hex', 0, SIGNATURE_BYTES)
  return SIGNATURES.find(([, signature]) => start.startsWith(signature))
}

/** Undefined for other formats. */
export const imageTypeOf = (bytes: Buffer): ImageType | undefined => signatureOf(bytes)?.[0]

const isShown = ({ width, height }: ImageStructure): boolean =>
  Math.min(width, height) >= 1 && Math.max(width, height) <= MAX_SIDE

/**
 * Keeps only the parts that decide how the image is drawn.
 * @throws {ApiError} `INVALID_PARAMS` if the bytes are not a complete image of an allowed format and size
 */
export const imageOf = async (uploaded: Buffer): Promise<Image> => {
  const [mediaType, , read] = signatureOf(uploaded) ?? []
  if (mediaType === undefined || read === undefined)
    throw invalidInput('image must be a PNG, JPEG or GIF image')
  const structure = read(uploaded)
  if (structure === undefined) throw invalidInput('image must be a whole PNG, JPEG or GIF image')
  if ((structure.scans ?? 0) > MAX_SCANS)
    throw invalidInput(`image must be a JPEG of at most ${MAX_SCANS} scans: save it again`)
  if (!isShown(structure)) throw invalidInput(`image must be of 1 to ${MAX_SIDE} pixels in width and height`)
  const bytes = Buffer.concat(structure.drawn)
  return { bytes, mediaType, cid: await contentIdOf(bytes) }
}
