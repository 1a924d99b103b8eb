// Skeletons of texts, by the Unicode Security Mechanisms (UTS 39). Texts that look alike have the same skeleton.
import { readFileSync } from 'node:fs'
import { comparedText } from '../../../schema/codecs/visible-text.ts'

/** Confusable characters, version 17.0.0. The file states its source and licence. */
const prototypes = new Map<string, string>()
for (const line of readFileSync(new URL('confusables.txt', import.meta.url), 'utf8').split('\n')) {
  const [prototype, characters] = line.split('=')
  if (line.startsWith('#') || prototype === undefined || characters === undefined) continue
  const [to = '', ...from] = [prototype, ...characters.split(' ')].map((hex) =>
    String.fromCodePoint(...hex.split(' ').map((code) => Number.parseInt(code, 16))),
  )
  for (const character of from) prototypes.set(character, to)
}

/** Invisible by UTS 39, or not shown by the page. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\u2800\u{1d159}]/gu

/** No character must be removed or decomposed. Most texts match. */
const PLAIN = /^[ -~]*$/

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
 * Skeletons without spaces, of the lower-case form and of the text itself. Texts look alike if they share one. Both are needed: small L
 * looks like capital i, but not like small i.
 */
export const nameKeys = (text: string): readonly [string, string] => [
  compared(comparedText(text)),
  compared(skeleton(text).toLowerCase()),
]
