// The record of a token's creator, among the facts of the token: launches, graduations, and own sales of this token.
import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Creator } from '../../../../schema/answers/analytics.ts'
import { dataOf } from '../../../client/answer.ts'
import { fetching } from '../loading.ts'
import { compact, whole } from '../parts/format.ts'
import { Ada } from '../parts/parts.tsx'
import type { Pool } from '../pools.ts'
import { client } from '../service.ts'

export const CreatorRecord = ({ pool }: { pool: Pool }) => {
  const record = useSignal<Creator | undefined>(undefined)
  const { asset: assetId, ticker } = pool.info
  const { totalTxCount } = pool.metrics
  useEffect(() => {
    const get = fetching("the creator's record", 0, async () => {
      const query = { assetId }
      record.value = dataOf(await client.GET('/balances/v1/pool/creator', { params: { query } }))
    })
    get()
    return get.cancel
    // Another trade may be the creator's.
  }, [assetId, totalTxCount])
  if (!record.value) return null
  const { launched, graduated, soldTokens, soldAda } = record.value
  return (
    <>
      <dt>Launched</dt>
      <dd class="num">
        {whole(launched)} {launched === 1 ? 'token' : 'tokens'}, {whole(graduated)} graduated
      </dd>
      <dt>Creator sold</dt>
      <dd class="num">
        {soldTokens === '0' ? (
          'none of this token'
        ) : (
          <>
            {compact(Number(soldTokens))} <bdi>{ticker}</bdi> for <Ada lovelace={soldAda} />
          </>
        )}
      </dd>
    </>
  )
}
