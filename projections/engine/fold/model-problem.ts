// What the engine expects of a model's description. Names are checked because they become part of SQL, in one namespace with the tables,
// views and indexes of the engine and of other models.
import { indexName } from '../table/ddl.ts'
import type { Table } from '../table/table.ts'
import type { Model } from './model.ts'

/** Pattern of names. In PostgreSQL, the name of an index has the names of table and index, and at most 63 bytes. */
const NAME = /^[a-z][a-z0-9_]{0,24}$/
const NAME_IN_WORDS = 'at most 25 lower-case letters, digits and underscores, beginning with a letter'

/** Columns that an undo journal has beside the table's own. */
const UNDO_COLUMNS = ['undo_slot', 'existed']

type Described = Pick<Model<never>, 'name' | 'version' | 'tables'>

/** Names that a table takes in PostgreSQL, where tables and indexes share one namespace. */
export const relationsOf = ({ name, indexes }: Pick<Table, 'name' | 'indexes'>): string[] => [
  name,
  `${name}_pkey`,
  ...Object.keys(indexes).map((index) => indexName(name, index)),
]

/** The problem with a table; undefined if there is none. */
const tableProblem = ({ name, columns, key, indexes, topics = {} }: Table): string | undefined => {
  const names = Object.keys(columns)
  const bad = [name, ...names, ...Object.keys(indexes), ...Object.keys(topics)].find(
    (each) => !NAME.test(each),
  )
  if (bad !== undefined) return `"${bad}" is not a valid name: it must be ${NAME_IN_WORDS}`
  if (/_\d+$/.test(name))
    return `its name must not end in _ and a number, because generations of tables have such names`
  if (/^(?:undo|sqlite|pg)_|_view$/.test(name))
    return 'its name must not begin with undo_, sqlite_ or pg_ or end in _view, which are reserved'
  const reserved = names.find((column) => UNDO_COLUMNS.includes(column))
  if (reserved !== undefined) return `the column name ${reserved} is reserved`
  const badKey = key.length === 0 ? 'none' : key.find((column) => columns[column]?.isNullable !== false)
  if (badKey !== undefined) return `its key must be columns of the table that are not nullable, not ${badKey}`
  return undefined
}

/**
 * The problem with a model; undefined if there is none.
 * @param taken used names of models, tables and indexes, with their owners
 */
export const modelProblem = (
  { name, version, tables }: Described,
  taken: ReadonlyMap<string, string>,
): string | undefined => {
  if (!NAME.test(name)) return `the name "${name}" of its model must be ${NAME_IN_WORDS}`
  const of = `its model ${name}`
  if (!Number.isSafeInteger(version) || Number(version) < 1)
    return `${of} has no version: it must be a whole number from 1`
  if (tables.length === 0) return `${of} has no tables`
  const others = taken.get(`model ${name}`)
  if (others !== undefined) return `${of} has the name of a model of ${others}`
  const own = new Set<string>()
  for (const table of tables) {
    const problem = tableProblem(table)
    if (problem !== undefined) return `table ${table.name} of ${of}: ${problem}`
    for (const relation of relationsOf(table)) {
      const other = own.has(relation) ? 'the same model' : taken.get(relation)
      if (other !== undefined)
        return `table ${table.name} of ${of}: the name ${relation} belongs to a table or an index of ${other}`
      own.add(relation)
    }
  }
  return undefined
}

/** Names that a model takes, in the form of `modelProblem`. */
export const namesOfModel = ({ name, tables }: Described): string[] => [
  `model ${name}`,
  ...tables.flatMap(relationsOf),
]
