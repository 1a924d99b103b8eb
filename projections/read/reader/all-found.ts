// Rows that were asked for by ids which the models hold: when one is not there, the models are damaged.

/**
 * @param count of ids that were asked for
 * @param what the rows are of
 * @throws {Error} when a row is missing
 */
export const allFound = <Row>(rows: Row[], count: number, what: 'outputs' | 'orders'): Row[] => {
  if (rows.length !== count)
    throw new Error(`${count - rows.length} of ${count} ${what} are not in the models`)
  return rows
}
