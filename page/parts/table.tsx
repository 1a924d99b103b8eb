// A table that is moved sideways where it is too wide, or why it has no rows.
import './table.css'
import type { ComponentChildren, ComponentProps } from 'preact'
import type { IconName } from './icons.tsx'
import { Empty, Waiting } from './waiting.tsx'

/** A column: its title, the class of its cells, what a row has in it, and more attributes of this cell. */
export type Column<Row> = readonly [
  title: ComponentChildren,
  className: string,
  cell: (row: Row, at: number) => ComponentChildren,
  attributes?: ((row: Row) => ComponentProps<'td'>) | undefined,
  /** Direction by which the rows are sorted by it. */
  sort?: 'ascending' | 'descending' | undefined,
]

interface RowProps<Row> {
  readonly row: Row
  readonly at: number
  readonly columns: readonly Column<Row>[]
  readonly attributes: ComponentProps<'tr'>
}

/** A component of its own, so that a change of what its cells show draws only this row. */
const TableRow = <Row,>({ row, at, columns, attributes }: RowProps<Row>) => (
  <tr {...attributes}>
    {columns.map(([, className, cell, more], column) => (
      <td key={column} class={className} {...more?.(row)}>
        {cell(row, at)}
      </td>
    ))}
  </tr>
)

interface TableProps<Row> {
  /** Its name for screen readers. */
  readonly label: string
  readonly class?: string
  readonly columns: readonly Column<Row>[]
  /** Undefined until they are loaded. */
  readonly rows: readonly Row[] | undefined
  keyOf(row: Row): string | number
  rowOf?(row: Row): ComponentProps<'tr'> & { readonly [data: `data-${string}`]: unknown }
  /** The part whose problem is shown while there are no rows. */
  readonly part?: string
  readonly icon?: IconName
  /** Words of a table without rows. */
  readonly empty?: string
}

export const Table = <Row,>({ columns, rows, keyOf, ...props }: TableProps<Row>) => {
  if (rows === undefined) return <Waiting part={props.part ?? ''} />
  if (rows.length === 0) return <Empty icon={props.icon ?? 'rows'} words={props.empty} />
  return (
    <div class="scroll">
      <table class={props.class} aria-label={props.label}>
        <thead>
          <tr>
            {columns.map(([title, className, , , sort], at) => (
              <th key={at} scope="col" class={className} aria-sort={sort}>
                {title || <span class="sr">Picture</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <TableRow
              key={keyOf(row)}
              row={row}
              at={at}
              columns={columns}
              attributes={props.rowOf?.(row) ?? {}}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}
