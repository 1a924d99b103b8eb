// Small copies of an image, for lists and heads of pages, made from its first frame. The bytes come from unknown users, so only the three
// allowed formats are decoded.
import sharp, { type Sharp } from 'sharp'
import { imageTypeOf, MAX_SIDE } from '../images/image.ts'
import { type Copies, SIDES } from '../images/image-copies.ts'

// Without threads of libvips, a picture's processor time equals its duration, which is limited. No operation is repeated, so nothing is
// cached.
sharp.concurrency(1)
sharp.cache(false)

const [SMALL, LARGE] = SIDES

/** A smaller image keeps its size. A JPEG is decoded at an eighth of its size if that is enough. */
export const scaledDown = async (bytes: Buffer): Promise<Copies | undefined> => {
  if (imageTypeOf(bytes) === undefined) return undefined
  const scaled = (from: Sharp, side: number) =>
    from.resize(side, side, { fit: 'cover', withoutEnlargement: true }).webp({ quality: 82 }).toBuffer()
  try {
    const image = sharp(bytes, { limitInputPixels: MAX_SIDE ** 2, failOn: 'error', sequentialRead: true })
    const large = await scaled(image.autoOrient(), LARGE)
    return { [SMALL]: await scaled(sharp(large), SMALL), [LARGE]: large }
  } catch {
    // sharp's message says nothing helpful.
    return undefined
  }
}

const LOGO_SIDE = 128

/** 256 colours: one byte per pixel, so far below 64 KiB. */
export const logoOf = async (copy: Uint8Array): Promise<Buffer | undefined> => {
  try {
    const image = sharp(copy, { limitInputPixels: MAX_SIDE ** 2, failOn: 'error' })
    return await image.resize(LOGO_SIDE, LOGO_SIDE, { fit: 'cover' }).png({ palette: true }).toBuffer()
  } catch {
    return undefined
  }
}
