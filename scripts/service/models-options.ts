// What the launchpad's models are made for: the same for the service and for the commands that fold a log.
import type { ModelsOptions } from '../../projections/engine/models-database.ts'
import { tablesOf } from '../../projections/engine/projector.ts'
import { foldedConfig, launchpadModels } from '../../projections/launchpad-projector.ts'
import type { OperationsConfig } from '../../schema/config.ts'
import type { Network } from '../../schema/primitives.ts'

export const modelsOptions = (network: Network, operations: OperationsConfig): ModelsOptions => ({
  network,
  tables: tablesOf(launchpadModels(operations)),
  meaning: JSON.stringify(foldedConfig(operations)),
})
