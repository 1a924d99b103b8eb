// The settings of a command that takes nothing else on its command line.
import { readSettings, type Settings } from '../../schema/settings.ts'
import { refuseWords } from './refuse-words.ts'

/**
 * @param argv what follows the command; default the process' own
 * @throws {StartupError} naming the first bad setting, or a word that is none
 */
export const commandSettings = (argv: readonly string[] = process.argv.slice(2)): Settings => {
  const { settings, words } = readSettings(process.env, argv)
  refuseWords(words)
  return settings
}
