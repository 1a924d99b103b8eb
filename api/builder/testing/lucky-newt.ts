// A request to launch a token, for tests of the launch's transaction.
import type { LaunchRequest } from '../recipes/launch.ts'

export const LUCKY_NEWT = {
  name: 'Lucky Newt',
  ticker: 'LNEWT',
  logoCid: 'bafkreigh2akiscaildc',
  description: 'The lucky newt of the river.',
  socials: { twitter: 'https://x.com/newt', discord: '', telegram: '', website: '' },
  launchType: 'DEFAULT',
  deposit: 150_000_000n,
} as const satisfies LaunchRequest
