// Rules that a life of the indexer folds by. They change between lives as with an upgrade, the return to an older version, or other
// settings: a model of the operator's comes and goes, its version and that of the ledger are raised and lowered. The
// project's own models have the same rows by all of them.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Random } from '../../fixtures/devnet/actors/random.ts'
import type { OperationsConfig } from '../../schema/config/config.ts'

export interface Rules {
  readonly operations: OperationsConfig
  readonly ownModels: readonly string[]
}

/** Writes a version of the model of the operator's. @returns its file */
const writeModel = (directory: string, version: number): string => {
  const path = join(directory, `placed-orders-${version}.ts`)
  const module = fileURLToPath(new URL('placed-orders.ts', import.meta.url))
  writeFileSync(path, `import { placedOrders } from '${module}'\nexport default placedOrders(${version})\n`)
  return path
}

/**
 * Draws rules of another version, or of other settings.
 * @param directory for the files of models
 */
export const drawRules = (operations: OperationsConfig, directory: string, random: Random): Rules => ({
  // What the ledger does not know in its config counts as one of its rules.
  operations: random.chance(0.3) ? { ...operations, ...{ edition: random.integer(1, 2) } } : operations,
  ownModels: random.chance(0.6) ? [writeModel(directory, random.integer(1, 3))] : [],
})
