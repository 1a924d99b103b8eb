// The record of a token's creator, among the facts of the token: launches, graduations, and own sales of this token.
import type { ComponentChildren } from 'preact'
import type { ApiOrder } from '../../schema/answers/orders.ts'
import { useFetched } from '../fetching.ts'
import { compact, counted, whole } from '../parts/format.ts'
import { Ada } from '../parts/parts.tsx'
import { isGraduated, type Pool } from '../pools.ts'
import { client, dataOf } from '../service.ts'

/** Time in ms after which the creator may have launched another token, which no frame of this one tells. */
const MINUTE = 60_000

/** @param orders orders of the token: a new order of the creator changes the record */
export const useCreatorRecord = (
  pool: Pool,
  orders: readonly ApiOrder[],
): Readonly<Record<string, ComponentChildren>> => {
  const { asset: assetId, ticker, poolAuthor } = pool.info
  const own = orders.filter(({ pkh, status }) => pkh === poolAuthor.pkh && status === 'Evaluated')
  const load = async (signal: AbortSignal) =>
    dataOf(await client.GET('/balances/v1/pool/creator', { params: { query: { assetId } }, signal }))
  const inputs = [assetId, own.length, isGraduated(pool)]
  const record = useFetched("the creator's record", { load, every: MINUTE }, inputs)
  if (!record) return {}
  const { launched, graduated, soldTokens, soldAda } = record
  const sold = (
    <>
      {compact(Number(soldTokens))} <bdi>{ticker}</bdi> for <Ada lovelace={soldAda} />
    </>
  )
  return {
    Launched: `${counted(launched, 'token')}, ${whole(graduated)} graduated`,
    'Creator sold': soldTokens === '0' ? 'none of this token' : sold,
  }
}
