// The positions of the connected wallet: quantities of the tokens it traded, their average cost and their profit.

import type { Position } from '../../schema/responses/analytics.ts'
import { status } from '../chain.ts'
import { PAUSE_MS, useFetched } from '../fetching.ts'
import { poolOf } from '../pools.ts'
import { client, dataOf } from '../service.ts'
import { ownKeys, ownOrders, tokens } from './wallet.ts'

export const POSITIONS = 'the positions'

/** Positions of a page, and maximum number of pages that are fetched. */
const PAGE = 100
const PAGES = 20

const fetchPositions = async (keys: string[], assetId: string | undefined): Promise<readonly Position[]> => {
  const positions: Position[] = []
  for (let page = 0; page < PAGES; page++) {
    const before = positions.at(-1)?.asset
    const query = { limit: PAGE, ...(assetId && { assetId }), ...(before && { before }) }
    const response = await client.POST('/balances/v1/user/positions', { params: { query }, body: keys })
    const { items, hasMore } = dataOf(response)
    positions.push(...items)
    if (!hasMore) break
  }
  return positions
}

/**
 * Fetched again after a new order or amount of the wallet, and after a trade of `assetId` or, without it, a block.
 * @param assetId token of the position, if only one is wanted
 * @returns undefined without a wallet, and until the positions are known
 */
export const usePositions = (assetId?: string): readonly Position[] | undefined => {
  const keys = ownKeys()
  const of = `${keys.join()} ${assetId}`
  const load = async () => ({ of, positions: await fetchPositions([...keys], assetId) })
  const when = () => {
    const other = assetId === undefined ? status.value?.models?.id : poolOf(assetId).value
    return keys.length > 0 && [tokens.value, ownOrders.value, other]
  }
  const known = useFetched(POSITIONS, { pause: PAUSE_MS.wallet, load, when }, [of])
  return known?.of === of ? known.positions : undefined
}
