// Queries of this version of the service on tables of a model's previous version. While a model is folded again, its tables are those of
// the previous generation. A new model has no tables yet. A query that needs other tables or columns is unavailable until the new
// generation serves. The indexer may also be another process of another version. Neither is a bug.
import type Database from 'better-sqlite3'
import { ApiError } from '../../../schema/errors.ts'
import { readGenerations } from '../../engine/file/generations.ts'

/** A client should wait for this time. */
const RETRY_AFTER_S = '10'

/** A query needs a table or column that does not exist yet, or not in the indexer's version. */
export class Unserved extends ApiError {
  constructor(reason: string) {
    super('SERVICE_UNAVAILABLE', `The index does not have this yet: ${reason}`, {
      'Retry-After': RETRY_AFTER_S,
    })
  }
}

/** The table or column will exist once folding has ended. */
export class BeingFolded extends Unserved {
  constructor(models: readonly string[]) {
    super(`${models.join(', ')} is being folded`)
  }
}

const isMissing = (error: unknown): error is Error =>
  error instanceof Error &&
  'code' in error &&
  error.code === 'SQLITE_ERROR' &&
  error.message.startsWith('no such ')

/**
 * @param isReplacedSoon everything is being folded again into another file
 * @throws {Unserved} if a table or column is missing; {BeingFolded} if it will exist once folding has ended
 */
export const prepareServed = <T>(
  database: Database.Database,
  make: (database: Database.Database) => T,
  isReplacedSoon: () => boolean = () => false,
): T => {
  try {
    return make(database)
  } catch (error) {
    if (!isMissing(error)) throw error
    const folding = isReplacedSoon()
      ? ['everything']
      : readGenerations(database).flatMap(({ name, state }) => (state === 'folding' ? [name] : []))
    if (folding.length > 0) throw new BeingFolded(folding)
  }
  try {
    // The model may have begun to serve just now.
    return make(database)
  } catch (error) {
    if (!isMissing(error)) throw error
    throw new Unserved(`the indexer has another version (${error.message})`)
  }
}
