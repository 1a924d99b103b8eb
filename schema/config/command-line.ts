// Splits a command line into flags and words with Node's parseArgs. An unknown flag is refused in one line, unlike parseArgs' own messages.
// The command checks the flags' values.
import { parseArgs } from 'node:util'
import { StartupError } from '../errors.ts'

/** A switch has no value. */
export type FlagKind = { readonly mustBe: string; readonly isList?: boolean } | 'switch'

/**
 * @param kinds kinds of the existing flags, by name without dashes
 * @returns values by flag, without dashes; and the words that are neither flags nor their values. A switch has an empty value. If a flag is
 * repeated, its last value counts, except that values of a list are joined with commas.
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
    // A flag in place of a value means that the value was forgotten.
    const isForgotten = value === undefined || (inlineValue === false && value.startsWith('--'))
    if (kind !== 'switch' && isForgotten) throw new StartupError(`${rawName} needs a value: ${kind.mustBe}`)
    const before = kind !== 'switch' && kind.isList === true ? flags.get(name) : undefined
    flags.set(name, before === undefined ? (value ?? '') : `${before},${value}`)
  }
  return { flags, words: positionals }
}
