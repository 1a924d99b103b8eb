// Columns that all tables of traders have.
import type { TraderFigures } from '../../schema/responses/traders.ts'
import { Who } from '../parts/details/who.tsx'
import { counted, percent, whole } from '../parts/format.ts'
import { Ada } from '../parts/parts.tsx'
import type { Column } from '../parts/table.tsx'
import { Profit } from '../wallet/profit.tsx'
import { isOwn } from '../wallet/wallet.ts'

type Ranked = Readonly<Record<'owner' | 'address', string>>

/** @param first rank of the first row, from 1 */
export const whoColumns = <Row extends Ranked>(first: number): readonly Column<Row>[] => [
  ['#', 'muted num', (_, at) => whole(first + at)],
  [
    'Trader',
    '',
    ({ address, owner }) => (
      <Who address={address} isLong>
        {isOwn(owner) && <span class="chip">you</span>}
      </Who>
    ),
  ],
]

/** Share of sales with a profit; a dash without a sale. */
export const Won = ({ of: { wins, sales } }: { of: Pick<TraderFigures, 'wins' | 'sales'> }) => (
  <span class="num" title={`${whole(wins)} of ${counted(sales, 'sale')} with a profit`}>
    {sales === 0 ? '—' : percent(wins / sales)}
  </span>
)

export const FIGURES: readonly Column<TraderFigures>[] = [
  ['Net profit', 'right', ({ profit }) => <Profit lovelace={BigInt(profit)} />],
  ['Sales won', 'right only-wide', (figures) => <Won of={figures} />],
  ['Volume', 'right', ({ volume }) => <Ada lovelace={volume} />],
  ['Trades', 'right num only-wide', ({ trades }) => whole(trades)],
]
