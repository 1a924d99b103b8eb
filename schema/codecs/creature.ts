// The picture of a token without an image: a small mirrored creature, derived from the token's policy id. A token always looks the same,
// and two tokens rarely look alike.

const bytesOf = (hex: string): number[] =>
  (hex.match(/[0-9a-f]{2}/g) ?? []).map((pair) => Number.parseInt(pair, 16))

/** Degrees, from the first two bytes. */
export const hue = (bytes: readonly number[]): number => (((bytes[0] ?? 0) << 8) | (bytes[1] ?? 0)) % 360

export const hueOf = (asset: string): number => hue(bytesOf(asset.slice(0, 4)))

const WIDTH = 4
const isBody = (x: number, y: number): boolean => y >= 1 && y <= 5 && x >= 1

/** An SVG path of 8 × 8 pixels with a mirrored right half, in which the eyes are holes; and two hues of the background in degrees. */
export const creatureOf = (asset: string) => {
  const bytes = bytesOf(asset.slice(0, 40))
  const eye = 2 + ((bytes[9] ?? 0) & 1)
  const squares: string[] = []
  for (let y = 0; y < 8; y++)
    for (let x = 0; x < WIDTH; x++) {
      const at = y * WIDTH + x
      const isSet = (((bytes[4 + (at >> 3)] ?? 0) >> (at & 7)) & 1) === 1
      const isOn = isBody(x, y) ? isSet || x >= 2 || y === 3 : isSet && (y > 0 || x > 1)
      if (isOn && !(y === eye && x === 2)) squares.push(`M${x} ${y}h1v1h-1zM${7 - x} ${y}h1v1h-1z`)
    }
  const first = hue(bytes)
  return { path: squares.join(''), first, other: (first + 40 + ((bytes[3] ?? 0) % 80)) % 360 }
}
