// The kinds of settings: texts, numbers, ports, lists and rates, each with a sentence about valid values.
import { type TString, Type } from '@sinclair/typebox'

interface TextOptions {
  readonly pattern?: string
  readonly default?: string
  /** The value may contain a password or key, and must never be printed. */
  readonly isSecret?: boolean
  /** The flag may be repeated. Its values are joined with commas. */
  readonly isList?: boolean
}

export const text = (mustBe: string, description: string, options: TextOptions = {}) =>
  Type.String({ ...options, mustBe, description })

export const path = (mustBe: string, description: string) =>
  Type.Optional(text(mustBe, description, { pattern: '.' }))

export const decoded = <T>(schema: TString, decode: (text: string) => T) =>
  Type.Transform(schema).Decode(decode).Encode(String)

export const number = (
  mustBe: string,
  description: string,
  fallback?: number,
  pattern = '^(0|[1-9][0-9]{0,14})$',
) => {
  const options = fallback === undefined ? {} : { default: String(fallback) }
  return decoded(text(mustBe, description, { ...options, pattern }), Number)
}

export const PORT_NUMBER = '([0-9]{1,4}|[1-5][0-9]{4}|6[0-4][0-9]{3}|65[0-4][0-9]{2}|655[0-2][0-9]|6553[0-5])'

export const port = (description: string, fallback?: number) =>
  number('a port, 0 to 65535', description, fallback, `^${PORT_NUMBER}$`)

export const list = (mustBe: string, description: string, options: TextOptions) =>
  Type.Optional(decoded(text(mustBe, description, options), (value) => value.split(',')))

export const pairIn = (value: string): readonly [number, number] => {
  const [first = 0, second = 0] = value.split('/').map(Number)
  return [first, second]
}

export const rate = (description: string, fallback: string) =>
  decoded(
    text('<requests per minute>/<burst>, such as 600/100, or 0 for no limit', description, {
      pattern: '^(0|[1-9][0-9]{0,8}/[1-9][0-9]{0,8})$',
      default: fallback,
    }),
    (value) => {
      const [perMinute, burst] = pairIn(value)
      return perMinute === 0 ? undefined : { perMinute, burst }
    },
  )
