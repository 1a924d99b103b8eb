// The API on an episode's models, in this process.
import { readSettings } from '../../schema/config/settings.ts'
import { type Service, startService } from '../../scripts/service/service.ts'
import { FOLLOWED_FEED } from '../harness/feed-follower.ts'

/** @param url URL of the episode's Ogmios */
export const startApi = (directory: string, url: string): Promise<Service> => {
  const { settings } = readSettings(
    {
      ROLE: 'api',
      COMPONENTS: 'charts,feed,utxos,images',
      OGMIOS_URL: url,
      NETWORK: 'mainnet',
      DATA_DIR: directory,
      PORT: '0',
      ...FOLLOWED_FEED,
      LOG_LEVEL: 'silent',
      // The blocks of an episode have old slots.
      MAX_TIP_AGE: '999999999999',
    },
    [],
  )
  return startService(settings)
}
