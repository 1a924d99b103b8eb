// Settings that select the log to fold, its documents and its clock: of the commands that fold it, and of the check of a snapshot.
import type { SettingName } from '../../schema/config/settings.ts'

export const FOLDING_SETTINGS: readonly SettingName[] = [
  'DATA_DIR',
  'NETWORK',
  'OGMIOS_URL',
  'CHAIN_FILE',
  'OPERATIONS_CONFIG',
  'CONTRACTS_CONFIG',
  'MODEL',
]
