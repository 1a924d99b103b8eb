// The chart's bars as a table, newest first, for people who cannot see the chart. Each cell's `value` is exact.
import type { Bar } from '../../schema/responses/chart-responses.ts'
import { momentOf } from '../parts/format.ts'
import { Ada } from '../parts/parts.tsx'
import { type Column, Table } from '../parts/table.tsx'
import { formatOf, type Measure, measured, PRICES } from './measure.ts'

/** The chart also has the older bars. */
const MAX_ROWS = 500

const columnsOf = (as: Measure): readonly Column<Bar>[] => [
  [
    'Begins',
    'num',
    ({ time }) => <time dateTime={new Date(time * 1000).toISOString()}>{momentOf(time)}</time>,
  ],
  ...PRICES.map(
    ([title, field]): Column<Bar> => [
      title,
      'right num',
      (bar) => <data value={bar[field]}>{formatOf(as)(measured(bar[field], as))}</data>,
    ],
  ),
  ['Volume', 'right', ({ volume }) => <Ada lovelace={volume} />],
]

export const BarTable = (props: { bars: readonly Bar[]; measure: Measure; name: string }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach a scrollable area
  <section class="chart-body scroll" tabIndex={0} aria-label={`Bars of ${props.name}`}>
    <Table
      label={`Bars of ${props.name}`}
      columns={columnsOf(props.measure)}
      rows={props.bars.slice(-MAX_ROWS).reverse()}
      keyOf={({ time }) => time}
    />
  </section>
)
