// Facts about a token: its description, its creator with the creator's record, and its locks.
import type { ComponentChildren } from 'preact'
import type { ApiOrder } from '../../schema/responses/orders.ts'
import { facts } from '../chain.ts'
import { useFetched } from '../fetching.ts'
import { now } from '../now.ts'
import { LookUp } from '../parts/details/look-up.tsx'
import { Pairs } from '../parts/details/panel.tsx'
import { Who } from '../parts/details/who.tsx'
import { compact, counted, momentOf, whole } from '../parts/format.ts'
import { Ada } from '../parts/parts.tsx'
import { isGraduated, type Pool } from '../pools.ts'
import { client, dataOf } from '../service.ts'
import { lockedWords } from './locked-words.ts'
import type { TokenState } from './token-state.ts'

/** The creator may launch other tokens, which no frame about this token reports. */
const FETCH_INTERVAL_MS = 60_000

/**
 * Launches, graduations, and the creator's sales of this token.
 * @param orders orders of the token; a new order of the creator changes the record
 */
const useCreatorRecord = (
  pool: Pool,
  orders: readonly ApiOrder[],
): Readonly<Record<string, ComponentChildren>> => {
  const { asset: assetId, ticker, poolAuthor } = pool.info
  const own = orders.filter(({ pkh, status }) => pkh === poolAuthor.pkh && status === 'Evaluated')
  const load = async (signal: AbortSignal) =>
    dataOf(await client.GET('/balances/v1/pool/creator', { params: { query: { assetId } }, signal }))
  const inputs = [assetId, own.length, isGraduated(pool)]
  const record = useFetched("the creator's record", { load, every: FETCH_INTERVAL_MS }, inputs)
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

/** @param props.creator address of the creator, empty when unknown */
export const About = ({ pool, state, creator }: { pool: Pool; state: TokenState; creator: string }) => {
  const record = useCreatorRecord(pool, state.orders.value ?? [])
  return (
    <section class="panel about" aria-label="About">
      <p class="said">
        <bdi>{pool.info.description || 'The creator gave no description.'}</bdi>
      </p>
      <Pairs
        of={{
          Creator: creator === '' ? '—' : <Who address={creator} />,
          ...record,
          Created: momentOf(pool.pool.createdOn),
          'On the chain': facts.value?.blockExplorer.token && (
            <>
              <LookUp kind="token" id={pool.info.asset}>
                token
              </LookUp>{' '}
              <LookUp kind="token" id={pool.pool.cpmmPoolId ?? pool.pool.id}>
                pool
              </LookUp>
            </>
          ),
          Locked: lockedWords(pool.metrics.locks, now()),
        }}
      />
    </section>
  )
}
