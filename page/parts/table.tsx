// A table that is moved sideways where it is too wide.
import './table.css'
import type { ComponentChildren } from 'preact'

/** A title of a column with its class, and the direction by which the rows are sorted by it. */
export type Column = readonly [
  title: ComponentChildren,
  className?: string,
  sort?: 'ascending' | 'descending' | undefined,
]

/** @param props.label its name for screen readers */
export const Table = (props: {
  label: string
  head: readonly Column[]
  children: ComponentChildren
  class?: string
}) => (
  <div class="scroll">
    <table class={props.class} aria-label={props.label}>
      <thead>
        <tr>
          {props.head.map(([title, className, sort], at) => (
            <th key={at} scope="col" class={className} aria-sort={sort}>
              {title || <span class="sr">Picture</span>}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{props.children}</tbody>
    </table>
  </div>
)
