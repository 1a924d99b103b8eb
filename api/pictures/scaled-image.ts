// Small copies of an image for lists and heads of pages. The bytes come from unknown users: only the three allowed formats are
// decoded, and an image that is animated, malformed or has too many pixels has no copies, so that only the original is kept.
import sharp from 'sharp'
import { imageTypeOf } from '../images/image.ts'
import { type Copies, SIDES } from '../images/image-copies.ts'

/** Maximum number of pixels that are decoded: four bytes of memory each. */
const MAX_PIXELS = 25_000_000

/** Maximum time for a copy in seconds. */
const MAX_SECONDS = 5

export const decode = (bytes: Uint8Array) =>
  sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', sequentialRead: true })
    .timeout({ seconds: MAX_SECONDS })
    .autoOrient()

/** Scales an image down to each side; a smaller image keeps its size. */
export const scaledDown = async (bytes: Buffer): Promise<Copies> => {
  if (imageTypeOf(bytes) === undefined) return {}
  try {
    const { pages = 1 } = await sharp(bytes, { limitInputPixels: MAX_PIXELS }).metadata()
    if (pages > 1) return {}
    const copies: Copies = {}
    for (const side of SIDES)
      copies[side] = await decode(bytes)
        .resize(side, side, { fit: 'cover', withoutEnlargement: true })
        .webp({ quality: 82 })
        .toBuffer()
    return copies
  } catch {
    // sharp rejected the image; its message contains nothing that helps further.
    return {}
  }
}
