// The cursor of a page of rows in the order of the chain. It stays valid after forks, since it contains the id of the last row's block. It
// names the edition of the rows, since rows that were folded by other rules may have the same positions.

export interface ChainPlace {
  readonly position: number
  readonly block: string
  /** Height of the newest confirmed block when the client received the row, or of the row's block if that block is lower. */
  readonly confirmed: number
  readonly edition: string
}

export const PLACE = '^[0-9]{1,15}\\.[0-9a-f]{16}\\.[0-9]{1,10}\\.[0-9a-f]{8}$'

const BLOCK_DIGITS = 16
export const EDITION_DIGITS = 8

/** @param block id of the row's block; undefined for a block that cannot be undone */
export const placeAt = (
  position: number,
  block: string | undefined,
  rest: Pick<ChainPlace, 'confirmed' | 'edition'>,
): ChainPlace => ({ position, block: block?.slice(0, BLOCK_DIGITS) ?? '0'.repeat(BLOCK_DIGITS), ...rest })

export const writePlace = ({ position, block, confirmed, edition }: ChainPlace): string =>
  `${position}.${block}.${confirmed}.${edition}`

/**
 * Where a reader with a cursor continues: at the place, or at the beginning if the rows have another edition now.
 * @returns `undoneAfter` as in responses: the height above which the reader must forget rows; null if all rows stay
 */
export const continuationOf = (
  given: ChainPlace | undefined,
  edition: string,
  isOnChain: (place: ChainPlace) => boolean,
) => {
  if (given === undefined) return { after: given, isUndone: false, undoneAfter: null }
  if (given.edition !== edition) return { after: undefined, isUndone: false, undoneAfter: 0 }
  const isUndone = !isOnChain(given)
  return { after: given, isUndone, undoneAfter: isUndone ? given.confirmed : null }
}

/** The cursor must match `PLACE`. */
export const readPlace = (cursor: string): ChainPlace => {
  const [position, block = '', confirmed, edition = ''] = cursor.split('.')
  return { position: Number(position), block, confirmed: Number(confirmed), edition }
}
