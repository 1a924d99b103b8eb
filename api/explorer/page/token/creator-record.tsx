// The record of a token's creator, among the facts of the token: launches, graduations, and own sales of this token.
import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Creator } from '../../../../schema/answers/analytics.ts'
import type { ApiOrder } from '../../../../schema/answers/orders.ts'
import { dataOf } from '../../../client/answer.ts'
import { fetching } from '../fetching.ts'
import { Fact } from '../parts/facts.tsx'
import { compact, whole } from '../parts/format.ts'
import { Ada } from '../parts/parts.tsx'
import { isGraduated, type Pool } from '../pools.ts'
import { client } from '../service.ts'

/** Time in ms after which the creator may have launched another token, which no frame of this one tells. */
const MINUTE = 60_000

/** @param props.orders orders of the token: a new order of the creator changes the record */
export const CreatorRecord = ({ pool, orders }: { pool: Pool; orders: readonly ApiOrder[] }) => {
  const record = useSignal<Creator | undefined>(undefined)
  const { asset: assetId, ticker } = pool.info
  const own = orders.filter(
    ({ pkh, status }) => pkh === pool.info.poolAuthor.pkh && status === 'Evaluated',
  ).length
  useEffect(() => {
    const get = fetching("the creator's record", {
      load: async (signal) =>
        dataOf(await client.GET('/balances/v1/pool/creator', { params: { query: { assetId } }, signal })),
      apply: (answer) => {
        record.value = answer
      },
    })
    get()
    const timer = setInterval(get, MINUTE)
    return () => {
      clearInterval(timer)
      get.cancel()
    }
  }, [assetId, own, isGraduated(pool)])
  if (!record.value) return null
  const { launched, graduated, soldTokens, soldAda } = record.value
  return (
    <>
      <Fact name="Launched" class="num">
        {whole(launched)} {launched === 1 ? 'token' : 'tokens'}, {whole(graduated)} graduated
      </Fact>
      <Fact name="Creator sold" class="num">
        {soldTokens === '0' ? (
          'none of this token'
        ) : (
          <>
            {compact(Number(soldTokens))} <bdi>{ticker}</bdi> for <Ada lovelace={soldAda} />
          </>
        )}
      </Fact>
    </>
  )
}
