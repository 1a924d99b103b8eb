// Queries of this version of the service on tables of a model's previous version. While a model is folded again, its tables are those of
// the previous generation. A new model has no tables yet. A query that needs other tables or columns is unavailable until the new
// generation serves. This is not a bug.
import type Database from 'better-sqlite3'
import { ApiError } from '../../../schema/errors.ts'
import { readGenerations } from '../../engine/file/generations.ts'

/** A client should wait for this time. */
const RETRY_AFTER_S = '10'

/** A query needs a model that is still being folded. */
export class BeingFolded extends ApiError {
  constructor(models: readonly string[]) {
    super('SERVICE_UNAVAILABLE', `The index does not have this yet: ${models.join(', ')} is being folded`, {
      'Retry-After': RETRY_AFTER_S,
    })
  }
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'SQLITE_ERROR'

/**
 * @param isReplacedSoon everything is being folded again into another file
 * @throws {BeingFolded} if a table or column is missing that will exist once folding has ended
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
    // The model may have begun to serve just now.
    return make(database)
  }
}
