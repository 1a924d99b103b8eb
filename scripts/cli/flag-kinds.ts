export const SEED = {
  kind: 'number',
  least: 0,
  otherwise: 'a random one',
  does: 'Repeats the run that printed this seed',
} as const

/** Timers are limited to 2^31 - 1 ms, about 35,791 minutes. */
export const MOST_MINUTES = 35_000

/** A position is a slot times 65,536 plus an ordinal, and must be below 2^53. */
export const SLOT = { kind: 'number', least: 0, most: 99_999_999_999 } as const

export const BLOCK = {
  kind: 'text',
  pattern: /^[0-9]{1,11}(\.[0-9a-f]{64})?$/,
  mustBe: 'a slot, or "<slot>.<block id, 64 hex digits>"',
} as const

export const TEST_WORDS = {
  usage: '[WORD...]',
  does: 'Part of a path, such as curve or api/',
  most: Number.POSITIVE_INFINITY,
} as const

/** A word without which the command does not run. */
export const oneWord = (usage: string, does: string) => ({ usage, does, least: 1, most: 1 })

export const count = (most: number, does: string, otherwise?: number | string) =>
  ({ kind: 'number', least: 1, most, does, ...(otherwise !== undefined && { otherwise }) }) as const

/** The first format is the default. */
export const formatFlag = (formats: readonly string[]) =>
  ({
    kind: 'text',
    pattern: new RegExp(`^(?:${formats.join('|')})$`),
    mustBe: `${formats.slice(0, -1).join(', ')} or ${formats.at(-1)}`,
    otherwise: formats[0] ?? '',
    does: 'Format of the rows. Anybody can give a token a name that a spreadsheet takes for a formula: import CSV as text',
  }) as const

export const formatOf = <const Format extends string>(
  formats: readonly [Format, ...Format[]],
  given: string | undefined,
): Format => formats.find((format) => format === given) ?? formats[0]
