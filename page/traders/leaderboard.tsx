// Traders of the last days, ranked by net profit or by volume.
import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Leaderboard as Ranking, TraderRank, TraderWindow } from '../../schema/responses/traders.ts'
import { status } from '../chain.ts'
import { PAUSE_MS, useFetched } from '../fetching.ts'
import { Choices, Select, setting } from '../parts/controls.tsx'
import { whole } from '../parts/format.ts'
import { PAGE, Pager } from '../parts/pages.tsx'
import { stored } from '../parts/stored.ts'
import { Table } from '../parts/table.tsx'
import { client, dataOf } from '../service.ts'
import { FIGURES, whoColumns } from './trader-columns.tsx'

const PART = 'the traders'

const WINDOWS = [
  ['1d', '1 day'],
  ['7d', '7 days'],
  ['30d', '30 days'],
] as const satisfies readonly (readonly [TraderWindow, string])[]
const RANKS = [
  ['profit', 'Net profit'],
  ['volume', 'Volume'],
] as const satisfies readonly (readonly [TraderRank, string])[]

const span = stored<TraderWindow>('traders window', ['7d', '1d', '30d'])
const rank = stored<TraderRank>('traders rank', ['profit', 'volume'])
/** Counts from 0. */
const pageAt = signal(0)

export const Leaderboard = () => {
  const query = { window: span.value, by: rank.value, limit: PAGE, offset: pageAt.value * PAGE }
  const load = async (signal: AbortSignal): Promise<Ranking> =>
    dataOf(await client.GET('/v1/traders', { params: { query }, signal }))
  const when = () => status.value?.models
  const page = useFetched(PART, { pause: PAUSE_MS.many, load, when }, [JSON.stringify(query)])
  useEffect(setting(pageAt, 0), [span.value, rank.value])
  return (
    <section class="box" aria-label="Traders" id="content" tabIndex={-1}>
      <div class="tools">
        <Choices label="In the last" choices={WINDOWS} chosen={span} />
        <Select label="Ranked by" choices={RANKS} chosen={rank} />
        <output class="muted num small end">{page && `${whole(page.count)} traders`}</output>
      </div>
      <Table
        label="Traders"
        columns={[...whoColumns(pageAt.value * PAGE + 1), ...FIGURES]}
        rows={page?.items}
        keyOf={({ owner }) => owner}
        part={PART}
        icon="wallet"
        empty="Nobody traded in this time."
      />
      <p class="muted small note">
        Profit of sales after every fee except the network's. Days are whole days in UTC; the last one is
        today.
      </p>
      {page !== undefined && <Pager at={pageAt} count={page.count} of="traders" />}
    </section>
  )
}
