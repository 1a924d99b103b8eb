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
  for (let [offset, page] = [0, newest]; ; page = await load(offset)) {
    // A block or a fork has moved the rows.
    if (page.count !== count) return ordersUntil(until, load)
    const { rows } = page
    const at = rows.findIndex(({ timestamp }) => timestamp < until)
    if (at > 0 || (at === 0 && (offset === low || offset === high)))
      return { rows: rows.slice(at), count: count - offset - at }
    if (at === 0) high = offset
    else low = offset + rows.length
    if (low >= count || rows.length === 0) return { rows: [], count: 0 }
    offset = low >= high ? high : Math.floor((low + high) / 2)
  }
}
