// Comments of the copy's tables and columns, which database tools show. They are read from tables.md, which is written from the
// comments in the source and checked by a test.
import { readFileSync } from 'node:fs'
import pg from 'pg'
import { quote } from '../../engine/table/ddl.ts'
import type { Table } from '../../engine/table/table.ts'
import { MIRROR_TABLES, named } from './layout.ts'

const COLUMN = /^\| `(\w+)` \| [^|]* \| (.*) \|$/

/**
 * Statements that comment on the tables of models and of the mirror. Tables that the document lacks, such as those of an operator's own
 * models, get no comment.
 */
export const createCommentsSql = (schema: string, tables: readonly Table[]): string[] => {
  const sections = readFileSync(new URL('tables.md', import.meta.url), 'utf8').split('\n## ')
  const lines = new Map(sections.map((section) => [section.split('\n', 1)[0], section.split('\n')]))
  const names = [...Object.keys(MIRROR_TABLES), ...tables.map(({ name }) => name)]
  return names.flatMap((name) => {
    const [, , about, ...rest] = lines.get(name) ?? []
    if (about === undefined) return []
    const columns = rest.flatMap((line) => {
      const [, column = '', comment = ''] = COLUMN.exec(line) ?? []
      return comment === ''
        ? []
        : [
            `COMMENT ON COLUMN ${named(schema, name)}.${quote(column)} IS ${pg.escapeLiteral(comment.replaceAll('\\|', '|'))}`,
          ]
    })
    return [`COMMENT ON TABLE ${named(schema, name)} IS ${pg.escapeLiteral(about)}`, ...columns]
  })
}
