// Prints the rows of a query in DuckDB as JSON. Arguments: the directory of the files that the query names, and the query.
import { DuckDBInstance } from '@duckdb/node-api'

const [directory = '.', query = ''] = process.argv.slice(2)
process.chdir(directory)
const connection = await (await DuckDBInstance.create()).connect()
const reader = await connection.runAndReadAll(query)
console.log(JSON.stringify(reader.getRowsJson()))
