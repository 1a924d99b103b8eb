// Key of the wallet that provides collateral: from the operator's file or, on a devnet without one, the devnet's public
// service wallet, which the devnet keeps funded. A devnet also has a wallet for its users.
import type { Logger } from 'pino'
import type { SigningKey } from '../../../api/builder/transaction/signing-key.ts'
import { loadSigningKey } from '../../../api/service-wallet/load-key.ts'
import type { DevnetWallet } from '../../../devnet/developer-wallet.ts'
import type { Settings } from '../../../schema/config/settings.ts'
import { loadModule } from '../../../schema/platform/load-module.ts'
import type { Network } from '../../../schema/primitives.ts'

/** Loads a module of the devnet; services on other networks do not load it. */
const ofDevnet = <Module>(name: string): Promise<Module> =>
  loadModule<Module>(new URL(`../../../devnet/${name}.ts`, import.meta.url))

/**
 * @returns undefined for a service without a key
 * @throws {StartupError} when the file cannot be read or contains no key
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

/** The wallet that a devnet's page offers; undefined on other networks. */
export const devnetWalletOf = async (network: Network): Promise<DevnetWallet | undefined> =>
  network === 'devnet'
    ? (await ofDevnet<typeof import('../../../devnet/developer-wallet.ts')>('developer-wallet'))
        .developerWallet
    : undefined
