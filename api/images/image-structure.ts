// The structure of an image, read to its end. So bytes that only start like an image, or are cut off, are refused. Pixels are not decoded.
// Only the parts that decide how the image is drawn are kept: pixels, colours, animation and orientation. Place, device, time, comments,
// previews, unknown parts, and bytes that cameras append after the end are left out, since an image is public forever.
import { crc32 } from 'node:zlib'
import { orientationOf, tiffOf } from './orientation.ts'

export interface ImageStructure {
  readonly width: number
  readonly height: number
  readonly scans?: number
  /** These parts decide how the image is drawn. */
  readonly drawn: readonly Buffer[]
}

/** Undefined if the bytes end before the image does. */
const whole =
  (read: (bytes: Buffer) => ImageStructure | undefined) =>
  (bytes: Buffer): ImageStructure | undefined => {
    try {
      return read(bytes)
    } catch (error) {
      if (error instanceof RangeError) return undefined
      throw error
    }
  }

/** @throws {RangeError} if some of these bytes are missing */
const part = (bytes: Buffer, from: number, to: number): Buffer => {
  if (to > bytes.length) throw new RangeError('the image ends before its part')
  return bytes.subarray(from, to)
}

/** These chunks decide how a PNG is drawn (PNG specification, third edition, sections 5 and 11). */
const PNG_CHUNKS = new Set(
  'IHDR PLTE IDAT tRNS cHRM gAMA iCCP sBIT sRGB cICP mDCV cLLI bKGD hIST pHYs acTL fcTL fdAT'.split(' '),
)

export const pngChunk = (type: string, data: Buffer): Buffer => {
  const named = Buffer.concat([Buffer.from(type), data])
  const chunk = Buffer.alloc(named.length + 8)
  chunk.writeUInt32BE(data.length)
  named.copy(chunk, 4)
  chunk.writeUInt32BE(crc32(named), chunk.length - 4)
  return chunk
}

/** Length, type, data and checksum (PNG specification, section 5). IHDR is first, IEND last. */
export const readPng = whole((bytes) => {
  if (bytes.toString('latin1', 12, 16) !== 'IHDR') return undefined
  const drawn = [bytes.subarray(0, 8)]
  let hasPixels = false
  for (let at = 8; ; ) {
    const next = at + 12 + bytes.readUInt32BE(at)
    const type = bytes.toString('latin1', at + 4, at + 8)
    if (type === 'IEND')
      return hasPixels
        ? {
            width: bytes.readUInt32BE(16),
            height: bytes.readUInt32BE(20),
            drawn: [...drawn, pngChunk('IEND', Buffer.of())],
          }
        : undefined
    const chunk = part(bytes, at, next)
    if (type === 'IDAT') hasPixels = true
    if (PNG_CHUNKS.has(type)) drawn.push(chunk)
    const orientation = type === 'eXIf' && !hasPixels ? orientationOf(chunk.subarray(8, -4)) : 1
    if (orientation !== 1) drawn.push(pngChunk('eXIf', tiffOf(orientation)))
    at = next
  }
})

/** 0xc0 to 0xcf, except 0xc4, 0xc8 and 0xcc. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

/** Within a scan's data, 0xff is followed by 0, a restart marker or a fill byte. */
const afterScan = (bytes: Buffer, from: number): number => {
  for (let at = from; ; at += 1) {
    at = bytes.indexOf(0xff, at)
    if (at === -1) throw new RangeError('no marker follows the scan')
    const next = bytes.readUInt8(at + 1)
    if (next !== 0 && next !== 0xff && (next & 0xf8) !== 0xd0) return at
  }
}

const EXIF = Buffer.from('Exif\0\0')

/** Comments do not decide how a JPEG is drawn. Of application data, only JFIF, colour profiles and Adobe's do. */
const isDrawn = (marker: number, segment: Buffer): boolean => {
  if (marker === 0xfe) return false
  if (marker < 0xe0 || marker > 0xef) return true
  const name = segment.toString('latin1', 4, 16)
  return (
    (marker === 0xe0 && name.startsWith('JFIF\0')) ||
    (marker === 0xe2 && name.startsWith('ICC_PROFILE\0')) ||
    (marker === 0xee && name.startsWith('Adobe'))
  )
}

const jpegOrientation = (orientation: number): Buffer => {
  const data = Buffer.concat([EXIF, tiffOf(orientation)])
  return Buffer.concat([Buffer.from([0xff, 0xe1, 0, data.length + 2]), data])
}

/** Marker, length and data (ITU-T T.81, annex B). A scan's data follows its segment; EOI is last. */
export const readJpeg = whole((bytes) => {
  const drawn = [bytes.subarray(0, 2)]
  let size: { readonly width: number; readonly height: number } | undefined
  let scans = 0
  let orientation = 1
  for (let at = 2; ; ) {
    // A marker may begin with several bytes 0xff.
    while (bytes.readUInt8(at + 1) === 0xff) at += 1
    const marker = bytes.readUInt8(at + 1)
    if (bytes.readUInt8(at) !== 0xff) return undefined
    if (marker === 0xd9) {
      drawn.push(part(bytes, at, at + 2))
      return scans > 0 && size !== undefined ? { ...size, scans, drawn } : undefined
    }
    if (isFrame(marker)) {
      // Decoders may use different frames of an image with two.
      if (size !== undefined) return undefined
      size = { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
    }
    const segment = part(bytes, at, at + 2 + bytes.readUInt16BE(at + 2))
    if (isDrawn(marker, segment)) drawn.push(segment)
    if (marker === 0xe1 && orientation === 1 && segment.subarray(4, 10).equals(EXIF)) {
      orientation = orientationOf(segment.subarray(10))
      if (orientation !== 1) drawn.push(jpegOrientation(orientation))
    }
    at += segment.length
    if (marker === 0xda) {
      scans += 1
      const end = afterScan(bytes, at)
      drawn.push(bytes.subarray(at, end))
      at = end
    }
  }
})

/** Each sub-block begins with its length; a block of length 0 ends them. */
const afterBlocks = (bytes: Buffer, at: number): number => {
  let place = at
  for (;;) {
    const length = bytes.readUInt8(place)
    place += 1 + length
    if (length === 0) return place
  }
}

/** The flags state the size; 0 if there is no table. */
const tableOf = (flags: number): number => ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1))

/** Times and transparency, text, loops and colour profiles (GIF89a, sections 23 to 26). */
const isDrawnExtension = (bytes: Buffer, at: number): boolean => {
  const label = bytes.readUInt8(at + 1)
  if (label === 0xff) return /^(?:NETSCAPE|ANIMEXTS|ICCRGBG1)/.test(bytes.toString('latin1', at + 3, at + 11))
  return label === 0xf9 || label === 0x01
}

/** Extensions (0x21) and images (0x2c) up to the trailer (0x3b) (GIF89a, sections 17 to 27). An image may be larger than the screen. */
export const readGif = whole((bytes) => {
  let [width, height] = [bytes.readUInt16LE(6), bytes.readUInt16LE(8)]
  const start = 13 + tableOf(bytes.readUInt8(10))
  const drawn = [part(bytes, 0, start)]
  if (width === 0 || height === 0) return { width, height, drawn }
  let hasImage = false
  for (let at = start; ; ) {
    const kind = bytes.readUInt8(at)
    if (kind === 0x3b) break
    if (kind !== 0x21 && kind !== 0x2c) return undefined
    if (kind === 0x2c) {
      hasImage = true
      width = Math.max(width, bytes.readUInt16LE(at + 1) + bytes.readUInt16LE(at + 5))
      height = Math.max(height, bytes.readUInt16LE(at + 3) + bytes.readUInt16LE(at + 7))
    }
    const next = afterBlocks(bytes, kind === 0x21 ? at + 2 : at + 11 + tableOf(bytes.readUInt8(at + 9)))
    if (kind === 0x2c || isDrawnExtension(bytes, at)) drawn.push(bytes.subarray(at, next))
    at = next
  }
  return hasImage ? { width, height, drawn: [...drawn, Buffer.of(0x3b)] } : undefined
})
