// The chart's bars as a table, newest first, for people who cannot see the chart. Each cell's `value` is exact.
import type { Bar } from '../../schema/responses/chart-responses.ts'
import { momentOf } from '../parts/format.ts'
import { Ada } from '../parts/parts.tsx'
import { type Column, Table } from '../parts/table.tsx'
import { formatOf, type Measure, measured, PRICES } from './measure.ts'

/** Maximum number of rows; the chart also has the older bars. */
const MAX_ROWS = 500

const HEAD: readonly Column[] = [
  ['Begins'],
  ...['Open', 'High', 'Low', 'Close', 'Volume'].map((title) => [title, 'right'] as const),
]

export const BarTable = (props: { bars: readonly Bar[]; measure: Measure; name: string }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach a scrollable area
  <section class="chart-body scroll" tabIndex={0} aria-label={`Bars of ${props.name}`}>
    <Table label={`Bars of ${props.name}`} head={HEAD}>
      {props.bars
        .slice(-MAX_ROWS)
        .reverse()
        .map((bar) => (
          <tr key={bar.time}>
            <td class="num">
              <time dateTime={new Date(bar.time * 1000).toISOString()}>{momentOf(bar.time)}</time>
            </td>
            {PRICES.map((field) => (
              <td key={field} class="right num">
                <data value={bar[field]}>{formatOf(props.measure)(measured(bar[field], props.measure))}</data>
              </td>
            ))}
            <td class="right">
              <Ada lovelace={bar.volume} />
            </td>
          </tr>
        ))}
    </Table>
  </section>
)
