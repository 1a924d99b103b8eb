// Width and height of an image. The structure is read to its end, so that bytes that only start like an image, or are cut off, are
// rejected. Pixels are not decoded. Bytes after the end are ignored, since some cameras append data there.

export interface ImageSize {
  readonly width: number
  readonly height: number
  /** Number of scans of a JPEG. */
  readonly scans?: number
}

/** Wraps a reader so that it returns undefined if the bytes end before the image does. */
const whole =
  (read: (bytes: Buffer) => ImageSize | undefined) =>
  (bytes: Buffer): ImageSize | undefined => {
    try {
      return read(bytes)
    } catch (error) {
      if (error instanceof RangeError) return undefined
      throw error
    }
  }

/** Chunks, each of length, type, data and checksum (PNG specification, section 5): IHDR first, IEND last. */
export const sizeOfPng = whole((bytes) => {
  if (bytes.toString('latin1', 12, 16) !== 'IHDR') return undefined
  let hasPixels = false
  for (let at = 8; ; at += 12 + bytes.readUInt32BE(at)) {
    const type = bytes.toString('latin1', at + 4, at + 8)
    if (type === 'IDAT') hasPixels = true
    if (type !== 'IEND') continue
    return hasPixels ? { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) } : undefined
  }
})

/** Whether a marker starts a frame: SOF0 to SOF15, without the three other markers in that range. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

/** Offset of the next marker after the data of a scan, in which 0xff is followed by 0, by a restart marker or by a fill byte. */
const afterScan = (bytes: Buffer, from: number): number => {
  for (let at = from; ; at += 1) {
    at = bytes.indexOf(0xff, at)
    if (at === -1) throw new RangeError('no marker follows the scan')
    const next = bytes.readUInt8(at + 1)
    if (next !== 0 && next !== 0xff && (next & 0xf8) !== 0xd0) return at
  }
}

/** Segments, each of marker, length and data (ITU-T T.81, annex B); data of a scan follow its segment; EOI is last. */
export const sizeOfJpeg = whole((bytes) => {
  let size: Omit<ImageSize, 'scans'> | undefined
  let scans = 0
  for (let at = 2; ; ) {
    // A marker may begin with several bytes 0xff.
    while (bytes.readUInt8(at + 1) === 0xff) at += 1
    const marker = bytes.readUInt8(at + 1)
    if (bytes.readUInt8(at) !== 0xff) return undefined
    if (marker === 0xd9) return scans > 0 && size !== undefined ? { ...size, scans } : undefined
    if (isFrame(marker)) {
      // A decoder might take another frame than the last one.
      if (size !== undefined) return undefined
      size = { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
    }
    at += 2 + bytes.readUInt16BE(at + 2)
    if (marker === 0xda) {
      scans += 1
      at = afterScan(bytes, at)
    }
  }
})

/** Offset after the sub-blocks at `at`. Each begins with its length; a block of length 0 is the last. */
const afterBlocks = (bytes: Buffer, at: number): number => {
  let place = at
  for (;;) {
    const length = bytes.readUInt8(place)
    place += 1 + length
    if (length === 0) return place
  }
}

/** Bytes of the colour table whose size the flags state; 0 without a table. */
const tableOf = (flags: number): number => ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1))

/** Extensions (0x21) and images (0x2c) until the trailer (0x3b) (GIF89a, sections 17 to 27). An image may exceed the screen. */
export const sizeOfGif = whole((bytes) => {
  let [width, height] = [bytes.readUInt16LE(6), bytes.readUInt16LE(8)]
  if (width === 0 || height === 0) return { width, height }
  let hasImage = false
  for (let at = 13 + tableOf(bytes.readUInt8(10)); ; ) {
    const kind = bytes.readUInt8(at)
    if (kind === 0x3b) break
    if (kind !== 0x21 && kind !== 0x2c) return undefined
    if (kind === 0x2c) {
      hasImage = true
      width = Math.max(width, bytes.readUInt16LE(at + 1) + bytes.readUInt16LE(at + 5))
      height = Math.max(height, bytes.readUInt16LE(at + 3) + bytes.readUInt16LE(at + 7))
    }
    at = afterBlocks(bytes, kind === 0x21 ? at + 2 : at + 11 + tableOf(bytes.readUInt8(at + 9)))
  }
  return hasImage ? { width, height } : undefined
})
