// Words of a command line that no command takes. Passed over in silence, `npm run rebuild -- /srv/data` would do its
// work on another directory.
import { StartupError } from '../../schema/errors.ts'

/**
 * @param words of a command line that are no flags, as far as nothing is to be made of them
 * @throws {StartupError} when there are any
 */
export const refuseWords = ([word]: readonly string[]): void => {
  if (word !== undefined) throw new StartupError(`"${word}" is not a setting; write --name value`)
}
