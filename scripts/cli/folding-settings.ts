// Settings that select the log to fold and its rules, for commands that fold it and for the check of a snapshot.
import type { SettingName } from '../../schema/config/settings.ts'

export const FOLDING_SETTINGS: readonly SettingName[] = [
  'DATA_DIR',
  'NETWORK',
  'OGMIOS_URL',
  'CHAIN_FILE',
  'OPERATIONS_CONFIG',
  'CONTRACTS_CONFIG',
  'MODEL',
  'SOURCE',
]

export const FOLDING_DESCRIPTIONS = {
  OGMIOS_URL: 'OGMIOS_URL of the service; it selects the default network and directory, and is not followed.',
  CHAIN_FILE: 'CHAIN_FILE of the service; it selects the default network and directory, and is not read.',
}
