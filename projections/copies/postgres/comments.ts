// Comments on the copy's tables and columns, which database tools show. They come from tables.json, which is generated from the comments in
// the source and checked by a test.
import { readFileSync } from 'node:fs'
import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import pg from 'pg'
import { quote } from '../../engine/table/ddl.ts'
import type { Table } from '../../engine/table/table.ts'
import { MIRROR_TABLES, named } from './layout.ts'

const Comments = Type.Record(
  Type.String(),
  Type.Object({ about: Type.String(), columns: Type.Record(Type.String(), Type.String()) }),
)

/** Tables that tables.json lacks, such as an operator's own, get no comment. */
export const createCommentsSql = (schema: string, tables: readonly Table[]): string[] => {
  const text = readFileSync(new URL('tables.json', import.meta.url), 'utf8')
  const comments: Static<typeof Comments> = Value.Decode(Comments, JSON.parse(text))
  const names = [...Object.keys(MIRROR_TABLES), ...tables.map(({ name }) => name)]
  return names.flatMap((name) => {
    const comment = comments[name]
    if (comment === undefined) return []
    const table = named(schema, name)
    return [
      `COMMENT ON TABLE ${table} IS ${pg.escapeLiteral(comment.about)}`,
      ...Object.entries(comment.columns).map(
        ([column, says]) => `COMMENT ON COLUMN ${table}.${quote(column)} IS ${pg.escapeLiteral(says)}`,
      ),
    ]
  })
}
