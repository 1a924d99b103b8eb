// Complete images of one pixel.
import { pngChunk } from '../image-structure.ts'

export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

export const GIF = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

export const JPEG = Buffer.from(
  '/9j/4AAQSkZJRgABAQEAYABgAAD/2wBDAAgGBgcGBQgHBwcJCQgKDBQNDAsLDBkSEw8UHRofHh0aHBwgJC4nICIsIxwcKDcpLDAxNDQ0Hyc5PTgyPC4zNDL/wAALCAABAAEBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAACf/EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AVN//2Q==',
  'base64',
)

const segment = (marker: number, data: readonly number[]): Buffer =>
  Buffer.from([0xff, marker, (data.length + 2) >> 8, (data.length + 2) & 0xff, ...data])

/** As in a scan's data, a byte 0xff is followed by 0. */
const bytesOfBits = (bits: string): number[] =>
  (bits.match(/.{1,8}/g) ?? []).flatMap((text) => {
    const byte = Number.parseInt(text.padEnd(8, '1'), 2)
    return byte === 0xff ? [byte, 0] : [byte]
  })

/** The image is grey and empty. Each scan changes all blocks but takes only a few bytes. */
export const scannedJpeg = (scans: number, side: number): Buffer => {
  const size = [side >> 8, side & 0xff]
  const blocks = Math.ceil(side / 8) ** 2
  /** A Huffman table with a single code, 0, for one symbol. */
  const table = (kind: number, symbol: number) => segment(0xc4, [kind, 1, ...Array(15).fill(0), symbol])
  const scan = (coefficient: number) => segment(0xda, [1, 1, 0, coefficient, coefficient, 0])
  /** 32,767 empty blocks each. */
  const run = bytesOfBits(`0${'1'.repeat(14)}`.repeat(Math.ceil(blocks / 32_767)))
  const first = Buffer.concat([scan(0), Buffer.alloc(Math.ceil(blocks / 8))])
  const later = Array.from({ length: scans - 1 }, (_, n) => [scan(1 + (n % 63)), Buffer.from(run)]).flat()
  return Buffer.concat([
    Buffer.of(0xff, 0xd8),
    segment(0xdb, [0, ...Array(64).fill(1)]),
    segment(0xc2, [8, ...size, ...size, 1, 1, 0x11, 0]),
    table(0, 0),
    table(0x10, 0xe0),
    first,
    ...later,
    Buffer.of(0xff, 0xd9),
  ])
}

const withChunk = (at: number, added: Buffer): Buffer =>
  Buffer.concat([PNG.subarray(0, at), added, PNG.subarray(at)])

/** 100 bytes. Each number gives another gamma and pixel size. */
export const numberedPng = (n: number): Buffer => {
  const gamma = Buffer.alloc(4)
  gamma.writeUInt32BE(n + 1)
  return withChunk(33, Buffer.concat([pngChunk('gAMA', gamma), pngChunk('bKGD', Buffer.alloc(2))]))
}

/** `fill` follows the pixels. */
export const largePng = (bytes: number, fill = 0): Buffer =>
  withChunk(PNG.length - 12, pngChunk('IDAT', Buffer.alloc(bytes - PNG.length - 12, fill)))
