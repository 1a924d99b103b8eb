// The operations config and the operator's model with which one life of the indexer (life.ts) folds. They change between lives, as after an
// upgrade, a downgrade, or new settings. These changes do not affect the rows of the project's own models.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Random } from '../../devnet/actors/random.ts'
import type { OperationsConfig } from '../../schema/config/config.ts'

export interface Rules {
  readonly operations: OperationsConfig
  readonly ownModels: readonly string[]
}

const writeModel = (directory: string, version: number): string => {
  const path = join(directory, `placed-orders-${version}.ts`)
  const module = fileURLToPath(new URL('placed-orders.ts', import.meta.url))
  writeFileSync(path, `import { placedOrders } from '${module}'\nexport default placedOrders(${version})\n`)
  return path
}

/** @param directory directory for the files of models */
export const drawRules = (operations: OperationsConfig, directory: string, random: Random): Rules => ({
  // An unknown member changes the fingerprint of the rules.
  operations: random.chance(0.3) ? { ...operations, ...{ edition: random.integer(1, 2) } } : operations,
  ownModels: random.chance(0.6) ? [writeModel(directory, random.integer(1, 3))] : [],
})
