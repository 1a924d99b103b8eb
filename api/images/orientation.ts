// The orientation of a picture, the only part of Exif that changes how it is drawn. Exif is a TIFF file: byte order, 42, the offset of the
// first directory. A directory is a number of entries of 12 bytes: tag, type, count and value (TIFF 6.0, section 2).

const ORIENTATION = 0x0112
const SHORT = 3

/** 1 to 8; 1, the usual orientation, if the file has none. */
export const orientationOf = (tiff: Buffer): number => {
  const order = tiff.toString('latin1', 0, 2)
  if (tiff.length < 8 || (order !== 'II' && order !== 'MM')) return 1
  const [short, long] =
    order === 'II'
      ? [(at: number) => tiff.readUInt16LE(at), (at: number) => tiff.readUInt32LE(at)]
      : [(at: number) => tiff.readUInt16BE(at), (at: number) => tiff.readUInt32BE(at)]
  const directory = long(4)
  if (directory + 2 > tiff.length) return 1
  const end = Math.min(directory + 2 + 12 * short(directory), tiff.length - 11)
  for (let at = directory + 2; at < end; at += 12)
    if (short(at) === ORIENTATION && short(at + 2) === SHORT) {
      const value = short(at + 8)
      return value >= 1 && value <= 8 ? value : 1
    }
  return 1
}

export const tiffOf = (orientation: number): Buffer => {
  const tiff = Buffer.alloc(26)
  tiff.write('MM')
  tiff.writeUInt16BE(42, 2)
  tiff.writeUInt32BE(8, 4)
  tiff.writeUInt16BE(1, 8)
  tiff.writeUInt16BE(ORIENTATION, 10)
  tiff.writeUInt16BE(SHORT, 12)
  tiff.writeUInt32BE(1, 14)
  tiff.writeUInt16BE(orientation, 18)
  return tiff
}
