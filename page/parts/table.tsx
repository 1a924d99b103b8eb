// A table that scrolls sideways where it is too wide, or a reason why it has no rows.
import './table.css'
import type { ComponentChildren, ComponentProps } from 'preact'
import type { IconName } from './icons.tsx'
import { Empty, Waiting } from './waiting.tsx'

/** Title, class of its cells, content of a row's cell, and more attributes of that cell. */
export type Column<Row> = readonly [
  title: ComponentChildren,
  className: string,
  cell: (row: Row, at: number) => ComponentChildren,
  attributes?: ((row: Row) => ComponentProps<'td'>) | undefined,
  /** This column sorts the rows. */
  sort?: 'ascending' | 'descending' | undefined,
]

interface RowProps<Row> {
  readonly row: Row
  readonly at: number
  readonly columns: readonly Column<Row>[]
  readonly attributes: ComponentProps<'tr'>
}

/** A change in a row's cells redraws only this row. */
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
  /** For screen readers. */
  readonly label: string
  readonly class?: string
  readonly columns: readonly Column<Row>[]
  /** Undefined until loaded. */
  readonly rows: readonly Row[] | undefined
  keyOf(row: Row): string | number
  rowOf?(row: Row): ComponentProps<'tr'> & { readonly [data: `data-${string}`]: unknown }
  /** The part's problem is shown while there are no rows. */
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
