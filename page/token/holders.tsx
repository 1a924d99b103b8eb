// The holders of a token: a bar with their shares of the supply, and a table.
import { paymentKeyOf } from '../../client/payment-key.ts'
import type { HoldersPage } from '../../schema/responses/analytics.ts'
import { Panel } from '../parts/details/panel.tsx'
import { Who } from '../parts/details/who.tsx'
import { compact, whole } from '../parts/format.ts'
import type { usePage } from '../parts/pages.tsx'
import { Risk } from '../parts/risk.tsx'
import { type Column, Table } from '../parts/table.tsx'
import { EMISSION, type Pool, shareOf } from '../pools.ts'
import { PARTS } from './token-state.ts'

const SLICES = ['var(--s1)', 'var(--s2)', 'var(--s3)', 'var(--s4)', 'var(--s5)'] as const
const OTHERS = 'var(--s6)'
const POOL = 'var(--pool)'

/** A creator may have several addresses with one key. */
const isCreator = (address: string, { info }: Pool): boolean => {
  try {
    return paymentKeyOf(address) === info.poolAuthor.pkh
  } catch {
    // The address of a script.
    return false
  }
}

const sum = (amounts: readonly number[]): number => amounts.reduce((a, b) => a + b, 0)

export const HoldersCard = ({ pool, holders }: { pool: Pool; holders: HoldersPage | undefined }) => {
  const inPool = Number(pool.pool.y.amount)
  const amounts = holders?.holders.map(({ quantity }) => Number(quantity)) ?? []
  const largest = SLICES.flatMap((color, at) => {
    const { address } = holders?.holders[at] ?? {}
    const who = address && <Who address={address} isDev={isCreator(address, pool)} />
    const tokens = amounts[at]
    return who && tokens !== undefined ? [{ color, tokens, who, share: shareOf(tokens) }] : []
  })
  const rest = Math.max(0, EMISSION - inPool - sum(amounts.slice(0, SLICES.length)))
  const others = holders && holders.count > SLICES.length && `${whole(holders.count - SLICES.length)} others`
  const slices = [
    { color: POOL, tokens: inPool, who: 'In the pool', share: shareOf(inPool, 1) },
    ...largest,
    { color: OTHERS, tokens: rest, who: others, share: shareOf(rest, 1) },
  ]
  return (
    <Panel title="Holders" class="holders" figure={whole(holders?.count)}>
      <div class="stack" aria-hidden="true">
        {slices.map(
          ({ color, tokens }) =>
            tokens > 0 && <i key={color} style={{ flexGrow: tokens, background: color }} />,
        )}
      </div>
      <ul class="legend small">
        {slices.map(
          ({ color, who, share }) =>
            who && (
              <li class="row" key={color}>
                <i style={{ background: color }} />
                {who}
                <b class="num end">{share}</b>
              </li>
            ),
        )}
      </ul>
      <Risk pool={pool} />
    </Panel>
  )
}

const sizeOf = (quantity: string, { holders: [largest] }: HoldersPage): number =>
  (Number(quantity) / Number(largest?.quantity ?? 1)) * 100

type Holder = HoldersPage['holders'][number]

interface Holders {
  readonly pool: Pool
  readonly first: HoldersPage | undefined
  /** The shown page, unless it is the first. */
  readonly later: ReturnType<typeof usePage<Holder>>['later']
}

const columnsOf = (pool: Pool, first: HoldersPage, offset = 0): readonly Column<Holder>[] => [
  ['#', 'muted num', (_, at) => whole(offset + at + 1)],
  ['Holder', '', ({ address }) => <Who address={address} isLong isDev={isCreator(address, pool)} />],
  ['Tokens', 'num right', ({ quantity }) => compact(Number(quantity))],
  [
    'Share',
    'num right weigh',
    ({ quantity }) => <span>{shareOf(Number(quantity))}</span>,
    ({ quantity }) => ({ style: { '--w': `${sizeOf(quantity, first)}%`, '--c': SLICES[0] } }),
  ],
]

export const HoldersTable = ({ pool, first, later }: Holders) => (
  <Table
    label="Holders"
    columns={first ? columnsOf(pool, first, later?.offset) : []}
    rows={first && (later?.rows ?? first.holders)}
    keyOf={({ address }) => address}
    part={PARTS.holders}
  />
)
