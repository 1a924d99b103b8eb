// Skeletons of texts, by the Unicode Security Mechanisms (UTS 39). Texts that look alike have the same skeleton.
import { readFileSync } from 'node:fs'
import { comparedText } from '../../../schema/codecs/visible-text.ts'

/** The prototypes of confusable characters, version 17.0.0. The file states its source and licence. */
const prototypes = new Map<string, string>()
for (const line of readFileSync(new URL('confusables.txt', import.meta.url), 'utf8').split('\n')) {
  const [prototype, characters] = line.split('=')
  if (line.startsWith('#') || prototype === undefined || characters === undefined) continue
  const [to = '', ...from] = [prototype, ...characters.split(' ')].map((hex) =>
    String.fromCodePoint(...hex.split(' ').map((code) => Number.parseInt(code, 16))),
  )
  for (const character of from) prototypes.set(character, to)
}

/** Characters that are removed before comparing: those that UTS 39 calls invisible, and those that the page does not show. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\u2800\u{1d159}]/gu

/** Matches texts without characters to remove or decompose. Most texts match. */
const PLAIN = /^[ -~]*$/

/** The skeleton of a text. Texts with the same skeleton look alike. */
export const skeleton = (text: string): string => {
  const isPlain = PLAIN.test(text)
  let mapped = ''
  for (const character of isPlain ? text : text.normalize('NFD').replace(UNSEEN, ''))
    mapped += prototypes.get(character) ?? character
  return isPlain ? mapped : mapped.normalize('NFD')
}

const SPACES = /[\s\p{Z}]+/gu
const compared = (text: string): string => skeleton(text).replace(SPACES, '')

/**
 * Two skeletons of a text without spaces: one of its lower-case form, one of its own form. Two texts look alike if they have a skeleton in
 * common. Both skeletons are needed, since a small letter may look like another character than its capital: small L looks like capital i,
 * but not like small i.
 */
export const nameKeys = (text: string): readonly [string, string] => [
  compared(comparedText(text)),
  compared(skeleton(text).toLowerCase()),
]
