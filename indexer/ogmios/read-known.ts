// Parts of the fast reader that accept only known content: a list of ignored members, and texts that are one of a list.
import type { JsonCursor } from './json-cursor.ts'
import { MEMBERS } from './known-content.ts'

/** Skips a member that the log does not need. */
export const skipIgnored = (cursor: JsonCursor, object: keyof typeof MEMBERS, name: string): void => {
  if (!MEMBERS[object].ignored.has(name)) cursor.fail(`a member of the ${object}`)
  cursor.skip()
}

/** A text that is one of the known ones. */
export const readKnown = (cursor: JsonCursor, names: readonly string[]): string => {
  const name = cursor.plainString()
  return names.includes(name) ? name : cursor.fail(`one of ${names}`)
}
