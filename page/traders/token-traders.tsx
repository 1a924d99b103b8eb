// The traders of one token, by net profit.
import { useSignal } from '@preact/signals'
import type { TokenTraders as Ranking } from '../../schema/responses/traders.ts'
import { PAUSE_MS, useFetched } from '../fetching.ts'
import { PAGE, Pager } from '../parts/pages.tsx'
import { Ada } from '../parts/parts.tsx'
import { type Column, Table } from '../parts/table.tsx'
import type { Pool } from '../pools.ts'
import { client, dataOf } from '../service.ts'
import { IfSoldNow, Profit } from '../wallet/profit.tsx'
import { whoColumns } from './trader-columns.tsx'

const PART = 'the traders of the token'

const COLUMNS: readonly Column<Ranking['items'][number]>[] = [
  ['Net profit', 'right', ({ profit }) => <Profit lovelace={BigInt(profit)} />],
  ['Bought', 'right', ({ boughtAda }) => <Ada lovelace={boughtAda} />],
  ['Sold', 'right', ({ soldAda }) => <Ada lovelace={soldAda} />],
  [
    'Rest, if sold now',
    'right only-wide',
    ({ netNow }) => <IfSoldNow lovelace={netNow === null ? undefined : BigInt(netNow)} />,
  ],
]

/** @param props.pool pool of the token; each trade changes it */
export const TokenTraders = ({ pool }: { pool: Pool }) => {
  const at = useSignal(0)
  const { asset } = pool.info
  const query = { by: 'profit', limit: PAGE, offset: at.value * PAGE } as const
  const load = async (signal: AbortSignal): Promise<Ranking> =>
    dataOf(await client.GET('/v1/tokens/{asset}/traders', { params: { path: { asset }, query }, signal }))
  const page = useFetched(PART, { pause: PAUSE_MS.one, load }, [asset, at.value, pool.metrics.totalTxCount])
  return (
    <>
      <Table
        label="Traders"
        columns={[...whoColumns<Ranking['items'][number]>(at.value * PAGE + 1), ...COLUMNS]}
        rows={page?.items}
        keyOf={({ owner }) => owner}
        part={PART}
        empty="Nobody has traded the token by an order."
      />
      {page !== undefined && <Pager at={at} count={page.count} of="traders" />}
    </>
  )
}
