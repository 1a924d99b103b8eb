// The chart's bars as a table, newest first, for people who cannot see the chart. Each cell's `value` is exact.
import type { Bar } from '../../../../schema/answers/chart-answers.ts'
import { momentOf } from '../parts/format.ts'
import { Ada } from '../parts/parts.tsx'
import { formatOf, type Measure, measured } from './measure.ts'

/** Maximum number of rows; the chart also has the older bars. */
const MAX_ROWS = 500

export const BarTable = ({
  bars,
  measure,
  name,
}: {
  bars: readonly Bar[]
  measure: Measure
  name: string
}) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach a scrollable area
  <section class="chart-body scroll" tabIndex={0} aria-label={`Bars of ${name}`}>
    <table>
      <thead>
        <tr>
          <th scope="col">Begins</th>
          {['Open', 'High', 'Low', 'Close', 'Volume'].map((title) => (
            <th key={title} scope="col" class="right">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {bars
          .slice(-MAX_ROWS)
          .reverse()
          .map((bar) => (
            <tr key={bar.time}>
              <td class="num">
                <time dateTime={new Date(bar.time * 1000).toISOString()}>{momentOf(bar.time)}</time>
              </td>
              {(['open', 'high', 'low', 'close'] as const).map((field) => (
                <td key={field} class="right num">
                  <data value={bar[field]}>{formatOf(measure)(measured(bar[field], measure))}</data>
                </td>
              ))}
              <td class="right">
                <Ada lovelace={bar.volume} />
              </td>
            </tr>
          ))}
      </tbody>
    </table>
  </section>
)
