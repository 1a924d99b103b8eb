// Finds the orders before a time, by binary search in a list that the service sends in pages, newest first.

export interface Rows<Row> {
  readonly rows: readonly Row[]
  readonly count: number
}

/**
 * @param until Unix seconds
 * @param load returns a page of rows that begins at an offset, and the total number of rows
 */
export const ordersUntil = async <Order extends { readonly timestamp: number }>(
  until: number,
  load: (offset: number) => Promise<Rows<Order>>,
): Promise<Rows<Order>> => {
  const newest = await load(0)
  const { count } = newest
  let [low, high] = [0, count]
  // The index of the first row before the time is between `low` and `high`.
  for (let [offset, { rows }] = [0, newest]; ; { rows } = await load(offset)) {
    const at = rows.findIndex(({ timestamp }) => timestamp < until)
    if (at > 0 || (at === 0 && offset === low)) return { rows: rows.slice(at), count: count - offset - at }
    if (at === 0) high = offset
    else low = offset + rows.length
    if (low >= high || rows.length === 0) break
    offset = Math.floor((low + high) / 2)
  }
  return high >= count ? { rows: [], count: 0 } : { rows: (await load(high)).rows, count: count - high }
}
