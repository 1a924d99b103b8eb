// Splits a command line into flags and words with node's parseArgs. An unknown flag is refused with a message of one line, unlike
// parseArgs' own messages. The command of the flags checks their values.
import { parseArgs } from 'node:util'
import { StartupError } from '../errors.ts'

/** A flag with a value states its valid values, and whether it may be repeated; a switch has no value. */
export type FlagKind = { readonly mustBe: string; readonly isList?: boolean } | 'switch'

/**
 * @param kinds kinds of the existing flags, by name without the dashes
 * @returns the values by flag, without the dashes, and the words that are neither flags nor values of flags. The value of a switch is
 * empty. If a flag is repeated, its last value counts; values of a list are joined with commas.
 * @throws {StartupError} that names the first flag that does not exist or lacks a value
 */
export const parseCommandLine = (argv: readonly string[], kinds: ReadonlyMap<string, FlagKind>) => {
  const options = Object.fromEntries(
    [...kinds].map(([name, kind]) => [name, { type: kind === 'switch' ? 'boolean' : 'string' } as const]),
  )
  const { tokens, positionals } = parseArgs({ args: [...argv], options, strict: false, tokens: true })
  const flags = new Map<string, string>()
  for (const token of tokens) {
    if (token.kind !== 'option') continue
    const { name, rawName, value, inlineValue } = token
    const kind = rawName === `--${name}` ? kinds.get(name) : undefined
    if (kind === undefined) throw new StartupError(`${rawName} is not an option`)
    if (kind === 'switch' && value !== undefined) throw new StartupError(`${rawName} takes no value`)
    // A flag in the place of a value means that the value was forgotten.
    const isForgotten = value === undefined || (inlineValue === false && value.startsWith('--'))
    if (kind !== 'switch' && isForgotten) throw new StartupError(`${rawName} needs a value: ${kind.mustBe}`)
    const before = kind !== 'switch' && kind.isList === true ? flags.get(name) : undefined
    flags.set(name, before === undefined ? (value ?? '') : `${before},${value}`)
  }
  return { flags, words: positionals }
}
