// Writes the table of confusable characters from a file of the Unicode Consortium, for example a later version: `node --import tsx
// projections/read/names/testing/confusables-table.ts confusables.txt > projections/read/names/confusables.txt`
import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

const LINE = /^([0-9A-F]+) ;\t([0-9A-F ]+) ;\tMA/
const WIDTH = 120

/**
 * Lines have a prototype, `=` and the characters that look like it.
 * @param source the text of `confusables.txt`
 */
export const confusablesTable = (source: string): string => {
  const version = /^# Version: (\S+)/m.exec(source)?.[1]
  if (version === undefined)
    throw new Error('the file names no version: give confusables.txt of the Unicode Security Mechanisms')
  const alike = new Map<string, string[]>()
  for (const line of source.split('\n')) {
    const [, character, prototype] = LINE.exec(line) ?? []
    if (character === undefined || prototype === undefined) continue
    alike.set(prototype, [...(alike.get(prototype) ?? []), character])
  }
  const lines = [...alike].flatMap(([prototype, characters]) => {
    const rows = ['']
    for (const character of characters) {
      const row = rows.at(-1) ?? ''
      if (row.length + character.length > WIDTH - prototype.length) rows.push(character)
      else rows[rows.length - 1] = row === '' ? character : `${row} ${character}`
    }
    return rows.map((row) => `${prototype}=${row}`)
  })
  return `${[
    `# Confusable characters of the Unicode Security Mechanisms (UTS 39), version ${version}: a prototype and the characters like it.`,
    '# © Unicode, Inc. Used under the Unicode License v3, https://www.unicode.org/license.txt',
    ...lines,
  ].join('\n')}\n`
}

const [, script, file] = process.argv
if (script !== undefined && import.meta.url === pathToFileURL(script).href && file !== undefined)
  process.stdout.write(confusablesTable(readFileSync(file, 'utf8')))
