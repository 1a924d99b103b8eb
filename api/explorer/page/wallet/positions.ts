// The positions of the connected wallet: what it has of the tokens it traded, their average cost and their profit.
import { useEffect, useState } from 'preact/hooks'
import type { Position } from '../../../../schema/answers/analytics.ts'
import { dataOf } from '../../../client/answer.ts'
import { status } from '../chain.ts'
import { fetching } from '../loading.ts'
import { client } from '../service.ts'
import { wallet } from './wallet.ts'

/** Name of the part. */
export const POSITIONS = 'the positions'

/** Positions of a page, and most pages that are fetched. */
const PAGE = 100
const PAGES = 20

const fetchPositions = async (pkh: string, assetId: string | undefined): Promise<readonly Position[]> => {
  const positions: Position[] = []
  for (let page = 0; page < PAGES; page++) {
    const before = positions.at(-1)?.asset
    const query = { limit: PAGE, ...(assetId && { assetId }), ...(before && { before }) }
    const answer = await client.POST('/balances/v1/user/positions', { params: { query }, body: [pkh] })
    const { items, hasMore } = dataOf(answer)
    positions.push(...items)
    if (!hasMore) break
  }
  return positions
}

/**
 * The wallet's positions, fetched again with each block, as only a block changes them.
 * @param assetId token of the only one that is wanted
 * @returns undefined without a wallet, and until they are known
 */
export const usePositions = (assetId?: string): readonly Position[] | undefined => {
  const [known, setKnown] = useState<{ of: string; positions: readonly Position[] }>()
  const pkh = wallet.value?.pkh
  const block = status.value?.models?.id
  const of = `${pkh} ${assetId}`
  useEffect(() => {
    if (pkh === undefined) return
    let isOver = false
    const get = fetching(POSITIONS, 0, async () => {
      const positions = await fetchPositions(pkh, assetId)
      if (!isOver) setKnown({ of, positions })
    })
    get()
    return () => {
      isOver = true
      get.cancel()
    }
  }, [of, block])
  return known?.of === of ? known.positions : undefined
}

/** Lovelace that a sale now would bring beyond the cost; undefined where the token does not trade. */
export const openProfit = ({ openWorth, openCost }: Position): bigint | undefined =>
  openWorth === null ? undefined : BigInt(openWorth) - BigInt(openCost)
