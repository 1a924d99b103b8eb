/**
 * If a requested row is missing, the models are damaged.
 * @param count number of requested ids
 * @param what name of the rows, for the message
 * @throws {Error} if a row is missing
 */
export const allFound = <Row>(rows: Row[], count: number, what: 'outputs' | 'orders'): Row[] => {
  if (rows.length !== count)
    throw new Error(`${count - rows.length} of ${count} ${what} are not in the models`)
  return rows
}
