// A command for an operator: name, purpose, words, flags and --help. Parser, messages and help are derived from one description, so they
// always agree. Unknown flags and words are refused. If they were ignored, `npm run rebuild -- /srv/data` would rebuild the models of
// another directory.
import type { FlagKind } from '../../schema/config/command-line.ts'
import {
  flagOf,
  readSettings,
  type SettingName,
  type Settings,
  SettingsSchema,
} from '../../schema/config/settings.ts'
import { StartupError } from '../../schema/errors.ts'

type Flag = { readonly does: string } & (
  | { readonly kind: 'switch' }
  | {
      readonly kind: 'number'
      readonly least: number
      readonly most: number
      /** Value without the flag, for the help. */
      readonly otherwise?: number | string
    }
  | {
      readonly kind: 'text'
      readonly pattern: RegExp
      readonly mustBe: string
      /** Value without the flag, for the help. */
      readonly otherwise?: string
    }
)

interface Words {
  /** Text for the usage line: `FILE`, `[WORD...]`. */
  readonly usage: string
  readonly does: string
  readonly least?: number
  readonly most: number
}

interface Given<Name extends string> {
  readonly settings: Settings
  isGiven(name: SettingName): boolean
  has(flag: Name): boolean
  text(flag: Name): string | undefined
  number(flag: Name): number | undefined
  readonly words: readonly string[]
}

interface Description<Name extends string> {
  readonly name: string
  /** Summary for the table in docs/commands.md and for the help's first line. */
  readonly does: string
  readonly details?: string
  readonly words?: Words
  readonly flags?: Readonly<Record<Name, Flag>>
  readonly settings?: readonly SettingName[]
  /** More flags that set settings. */
  readonly aliases?: Readonly<Record<string, SettingName>>
  /** Defaults that the help shows instead of the settings' own. */
  readonly defaults?: Partial<Record<SettingName, string>>
  /** Descriptions that the help shows instead of the settings' own. */
  readonly descriptions?: Partial<Record<SettingName, string>>
  run(given: Given<Name>): Promise<void>
}

export interface Command {
  readonly name: string
  readonly does: string
  readonly usage: string
  readonly help: string
  /** @throws {StartupError} if the command line or a setting is invalid */
  run(env: Readonly<Record<string, string | undefined>>, argv: readonly string[]): Promise<void>
}

/** npm runs `start` and `test` without the word `run`. */
const npmName = (name: string): string =>
  name === 'start' || name === 'test' ? `npm ${name}` : `npm run ${name}`

const mustBe = (flag: Flag): string => {
  if (flag.kind === 'number') return `a whole number from ${flag.least} to ${flag.most}`
  return flag.kind === 'text' ? flag.mustBe : ''
}

const kindOf = (flag: Flag): FlagKind => (flag.kind === 'switch' ? 'switch' : { mustBe: mustBe(flag) })

const isValid = (flag: Flag, text: string): boolean => {
  if (flag.kind === 'switch') return true
  if (flag.kind === 'text') return flag.pattern.test(text)
  return /^\d{1,15}$/.test(text) && Number(text) >= flag.least && Number(text) <= flag.most
}

const flagEntries = ({ flags = {} }: Description<string>): [string, Flag][] => Object.entries(flags)

const columns = (rows: readonly (readonly [string, string])[]): string[] => {
  const width = Math.max(...rows.map(([left]) => left.length))
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`)
}

const annotated = (does: string, mustBe: string, fallback: unknown): string =>
  `${does} (${mustBe}${fallback === undefined ? '' : `; default: ${String(fallback)}`})`

const flagRow = ([name, flag]: [string, Flag]): [string, string] => {
  if (flag.kind === 'switch') return [`--${name}`, flag.does]
  const values = { number: 'N', text: 'TEXT' }
  return [`--${name} ${values[flag.kind]}`, annotated(flag.does, mustBe(flag), flag.otherwise)]
}

const helpOf = (usage: string, it: Description<string>): string => {
  const settingRow = (name: SettingName): [string, string] => {
    const { description = '', mustBe, default: own } = SettingsSchema.properties[name]
    const fallback: unknown = it.defaults?.[name] ?? own
    const about = (it.descriptions?.[name] ?? description).replace(/\.$/, '')
    return [`${name}, --${flagOf(name)}`, annotated(about, mustBe, fallback)]
  }
  const aliasRow = ([flag, name]: [string, SettingName]): [string, string] => [
    `--${flag}`,
    `The same as --${flagOf(name)}`,
  ]
  return [
    usage,
    '',
    `${it.does}.`,
    ...(it.details === undefined ? [] : [it.details]),
    ...(it.words === undefined ? [] : ['', 'Arguments:', ...columns([[it.words.usage, it.words.does]])]),
    '',
    'Options:',
    ...columns([
      ['--help', 'Print this'],
      ...flagEntries(it).map(flagRow),
      ...Object.entries(it.aliases ?? {}).map(aliasRow),
    ]),
    ...(it.settings === undefined
      ? []
      : [
          '',
          'Settings (environment variable or option; the option takes precedence):',
          ...columns(it.settings.map(settingRow)),
        ]),
    '',
    'Exit codes: 0 success; 1 problem of configuration or environment (the last line says what to change); 70 bug (with a stack trace).',
  ].join('\n')
}

const read = <Name extends string>(
  it: Description<Name>,
  env: Readonly<Record<string, string | undefined>>,
  argv: readonly string[],
): Given<Name> => {
  const own = flagEntries(it)
  const { settings, given, flags, words } = readSettings(env, argv, {
    settings: it.settings ?? [],
    ...(it.aliases === undefined ? {} : { aliases: it.aliases }),
    flags: new Map(own.map(([name, flag]) => [name, kindOf(flag)])),
  })
  for (const [name, flag] of own) {
    const text = flags.get(name)
    if (text !== undefined && !isValid(flag, text))
      throw new StartupError(`--${name} must be ${mustBe(flag)}, not "${text}"`)
  }
  const { least = 0, most = 0, usage } = it.words ?? {}
  const excess = words[most]
  if (excess !== undefined) throw new StartupError(`"${excess}" is not an argument`)
  if (words.length < least) throw new StartupError(`${usage} is missing`)
  return {
    settings,
    isGiven: (name) => given.has(name),
    has: (flag) => flags.has(flag),
    text: (flag) => flags.get(flag),
    number: (flag) => {
      const text = flags.get(flag)
      return text === undefined ? undefined : Number(text)
    },
    words,
  }
}

/** Arguments after `--` are words, not flags. */
const asksForHelp = (argv: readonly string[]): boolean => {
  const end = argv.indexOf('--')
  return (end === -1 ? argv : argv.slice(0, end)).some((word) => word === '--help' || word === '-h')
}

export const defineCommand = <Name extends string = never>(description: Description<Name>): Command => {
  const { name, does, words } = description
  const npm = npmName(name)
  const help = helpOf(`${npm} -- [OPTIONS]${words === undefined ? '' : ` ${words.usage}`}`, description)
  return {
    name,
    does,
    usage: words === undefined ? npm : `${npm} -- ${words.usage}`,
    help,
    async run(env, argv) {
      if (asksForHelp(argv)) {
        console.log(help)
        return
      }
      let given: Given<Name>
      try {
        given = read(description, env, argv)
      } catch (error) {
        if (!(error instanceof StartupError)) throw error
        throw new StartupError(`${error.message}; see ${npm} -- --help`, { cause: error })
      }
      await description.run(given)
    },
  }
}
