// A squarified treemap (Bruls, Huizing, van Wijk 2000): areas in proportion to values, and boxes close to squares.
export type Box = Readonly<Record<'x' | 'y' | 'w' | 'h', number>>

/** Worst aspect ratio in a row of areas along a side. */
const worst = (row: readonly number[], side: number): number => {
  const sum = row.reduce((a, b) => a + b, 0)
  return Math.max(
    (side * side * Math.max(...row)) / (sum * sum),
    (sum * sum) / (side * side * Math.min(...row)),
  )
}

/**
 * Lays out a map of the largest values. Values whose boxes would be smaller than a minimum are left out.
 * @param values positive, largest first
 */
export const squarifyLargest = (
  values: readonly number[],
  width: number,
  height: number,
  least: Pick<Box, 'w' | 'h'>,
): Box[] => {
  for (let count = values.length; ; count--) {
    const boxes = squarify(values.slice(0, count), width, height)
    if (count <= 1 || boxes.every(({ w, h }) => w >= least.w && h >= least.h)) return boxes
  }
}

/** Lays out a map. @param values positive, greatest first. @returns a box for each value, in the same order */
export const squarify = (values: readonly number[], width: number, height: number): Box[] => {
  const total = values.reduce((a, b) => a + b, 0)
  const areas = values.map((value) => (value / total) * width * height)
  const boxes: Box[] = []
  let [x, y, w, h] = [0, 0, width, height]
  for (let at = 0; at < areas.length; ) {
    const side = Math.min(w, h)
    let row: number[] = []
    for (const area of areas.slice(at)) {
      const next = [...row, area]
      if (row.length > 0 && worst(next, side) > worst(row, side)) break
      row = next
    }
    const depth = row.reduce((a, b) => a + b, 0) / side
    let along = 0
    for (const area of row) {
      const length = area / depth
      boxes.push(w >= h ? { x, y: y + along, w: depth, h: length } : { x: x + along, y, w: length, h: depth })
      along += length
    }
    if (w >= h) {
      x += depth
      w -= depth
    } else {
      y += depth
      h -= depth
    }
    at += row.length
  }
  return boxes
}
