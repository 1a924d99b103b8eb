// Key of the wallet that provides collateral, from the operator's file. Without a file, a devnet uses its public service wallet, which it
// keeps funded. A devnet also has a wallet for its users.
import type { Logger } from 'pino'
import type { SigningKey } from '../../../api/builder/transaction/signing-key.ts'
import { loadSigningKey } from '../../../api/service-wallet/load-key.ts'
import type { DevnetWallet } from '../../../devnet/developer-wallet.ts'
import type { Settings } from '../../../schema/config/settings.ts'
import { loadModule } from '../../../schema/platform/load-module.ts'
import type { Network } from '../../../schema/primitives.ts'

/** Only a devnet loads these modules. */
const ofDevnet = <Module>(name: string): Promise<Module> =>
  loadModule<Module>(new URL(`../../../devnet/${name}.ts`, import.meta.url))

/**
 * @returns undefined if the service has no key
 * @throws {StartupError} if the file cannot be read or contains no key
 */
export const serviceKeyOf = async (
  { SERVICE_WALLET_KEY_FILE: path }: Settings,
  network: Network,
  logger: Logger,
): Promise<SigningKey | undefined> => {
  if (path !== undefined) {
    const { key, warning } = await loadSigningKey(path)
    if (warning !== undefined) logger.warn(warning)
    return key
  }
  if (network !== 'devnet') return undefined
  const { SERVICE_WALLET } =
    await ofDevnet<typeof import('../../../devnet/service-account.ts')>('service-account')
  return SERVICE_WALLET.key
}

/** Undefined on other networks. */
export const devnetWalletOf = async (network: Network): Promise<DevnetWallet | undefined> =>
  network === 'devnet'
    ? (await ofDevnet<typeof import('../../../devnet/developer-wallet.ts')>('developer-wallet'))
        .developerWallet
    : undefined
