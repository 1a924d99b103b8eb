// Pictures of tokens and people. A token without an image has a face, a small mirrored creature in two colours that is derived
// from its policy id, so that a token always looks the same and two tokens rarely do. A person has a disc, derived from the
// address.

import { poolOf } from '../pools.ts'
import { isHeld } from './images.ts'

const bytesOf = (hex: string): number[] =>
  (hex.match(/[0-9a-f]{2}/g) ?? []).map((pair) => Number.parseInt(pair, 16))

/** Bytes of FNV-1a hashes with different seeds. Plain bytes of addresses would be alike, since addresses begin alike. */
const hashed = (text: string, length: number): number[] =>
  Array.from({ length }, (_, round) => {
    let hash = 2166136261 ^ (round * 0x9e3779b1)
    for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 16777619)
    return (hash >>> 13) & 255
  })

/** Hue in degrees from the first two bytes. */
const hue = (bytes: readonly number[]): number => (((bytes[0] ?? 0) << 8) | (bytes[1] ?? 0)) % 360

export const hueOf = (asset: string): number => hue(bytesOf(asset.slice(0, 4)))

const WIDTH = 4
const isBody = (x: number, y: number): boolean => y >= 1 && y <= 5 && x >= 1

/** Path of a face of 8 × 8 pixels, whose right half mirrors the left. Every face has eyes. */
const creature = (bytes: readonly number[]): string => {
  const eye = 2 + ((bytes[9] ?? 0) & 1)
  let path = ''
  for (let y = 0; y < 8; y++)
    for (let x = 0; x < WIDTH; x++) {
      const at = y * WIDTH + x
      const isSet = (((bytes[4 + (at >> 3)] ?? 0) >> (at & 7)) & 1) === 1
      const isOn = isBody(x, y) ? isSet || x >= 2 || y === 3 : isSet && (y > 0 || x > 1)
      if (isOn && !(y === eye && x === 2)) path += `M${x} ${y}h1v1h-1zM${7 - x} ${y}h1v1h-1z`
    }
  return path
}

/** The token's image if the service has it, else its face. */
export const TokenFace = ({ asset, size }: { asset: string; size: number }) => {
  const cid = poolOf(asset).value?.info.logoCID ?? ''
  return isHeld(cid).value ? (
    <img class="face" src={`/ipfs/${cid}`} width={size} height={size} alt="" loading="lazy" />
  ) : (
    <Creature asset={asset} size={size} />
  )
}

const Creature = ({ asset, size }: { asset: string; size: number }) => {
  const bytes = bytesOf(asset.slice(0, 40))
  const first = hue(bytes)
  const other = (first + 40 + ((bytes[3] ?? 0) % 80)) % 360
  const background = `linear-gradient(135deg, oklch(0.42 0.13 ${first}), oklch(0.28 0.1 ${other}))`
  return (
    <svg
      class="face"
      width={size}
      height={size}
      viewBox="-2.7 -2.7 13.4 13.4"
      style={{ background }}
      aria-hidden="true"
    >
      <path d={creature(bytes)} fill={`oklch(0.88 0.15 ${other})`} shape-rendering="crispEdges" />
    </svg>
  )
}

export const PersonFace = ({ address, size = 18 }: { address: string; size?: number }) => {
  const bytes = hashed(address, 6)
  const [, , b2 = 0, b3 = 0, b4 = 0, b5 = 0] = bytes
  const first = hue(bytes)
  return (
    <svg
      class="person"
      width={size}
      height={size}
      viewBox="0 0 20 20"
      style={{ background: `oklch(0.6 0.11 ${first})` }}
      aria-hidden="true"
    >
      <path
        d={`M0 ${8 + (b2 % 6)}Q10 ${b3 % 20} 20 ${6 + (b4 % 9)}V20H0z`}
        fill={`oklch(0.4 0.1 ${(first + 60 + (b5 % 120)) % 360})`}
      />
    </svg>
  )
}
