// A squarified treemap (Bruls, Huizing, van Wijk 2000): the areas are proportional to the values, and the boxes are almost squares.
export type Box = Readonly<Record<'x' | 'y' | 'w' | 'h', number>>

/** Worst aspect ratio of the boxes if these areas form a row along a side. */
const worst = (row: readonly number[], side: number): number => {
  const sum = row.reduce((a, b) => a + b, 0)
  return Math.max(
    (side * side * Math.max(...row)) / (sum * sum),
    (sum * sum) / (side * side * Math.min(...row)),
  )
}

/**
 * Leaves out values whose boxes would be smaller than a minimum.
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

/**
 * @param values positive, greatest first.
 * @returns a box for each value, in the same order
 */
export const squarify = (values: readonly number[], width: number, height: number): Box[] => {
  const scale = (width * height) / values.reduce((a, b) => a + b, 0)
  const rest = values.map((value) => value * scale)
  const boxes: Box[] = []
  let [x, y, w, h] = [0, 0, width, height]
  while (rest.length > 0) {
    const side = Math.min(w, h)
    const worstOf = (count: number): number => worst(rest.slice(0, count), side)
    let count = 1
    while (count < rest.length && worstOf(count + 1) <= worstOf(count)) count++
    const row = rest.splice(0, count)
    const depth = row.reduce((a, b) => a + b, 0) / side
    let along = 0
    for (const area of row) {
      const length = area / depth
      boxes.push(w >= h ? { x, y: y + along, w: depth, h: length } : { x: x + along, y, w: length, h: depth })
      along += length
    }
    if (w >= h) [x, w] = [x + depth, w - depth]
    else [y, h] = [y + depth, h - depth]
  }
  return boxes
}
