// Parts of the fast reader that accept only known content: ignored members, and texts from a list.
import type { JsonCursor } from './json-cursor.ts'
import { MEMBERS } from './known-content.ts'

const check = (cursor: JsonCursor, object: keyof typeof MEMBERS, key: string): void => {
  if (!MEMBERS[object].has(key)) cursor.fail(`a member of the ${object}`)
}

export const skipKnown = (cursor: JsonCursor, object: keyof typeof MEMBERS, key: string): void => {
  check(cursor, object, key)
  cursor.skip()
}

/** The key must name a known member. The cursor is then at its value. */
export const knownKey = (cursor: JsonCursor, object: keyof typeof MEMBERS): string => {
  const key = cursor.key()
  check(cursor, object, key)
  return key
}

export const knownText = (cursor: JsonCursor, texts: readonly string[]): string => {
  const text = cursor.plainString()
  return texts.includes(text) ? text : cursor.fail(`one of ${texts}`)
}
