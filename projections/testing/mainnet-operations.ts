// Mainnet's operations config, with which tests fold the models.
import { readFileSync } from 'node:fs'
import { OperationsConfigSchema, parseConfig } from '../../schema/config/config.ts'

export const mainnetOperations = parseConfig(
  OperationsConfigSchema,
  readFileSync(new URL('../../schema/config/networks/mainnet/operations.json', import.meta.url), 'utf8'),
  'operations.json of mainnet',
)
