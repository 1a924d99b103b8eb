// The documents of the project: its Markdown files, except the CHANGELOG and those beside recorded chains.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

const FOLDERS = [
  ...['.github', 'api', 'client', 'devnet', 'docs', 'engine', 'indexer', 'page', 'projections', 'schema'],
  ...['scripts', 'tests'],
]

export const readProject = (path: string): string => readFileSync(join(root, path), 'utf8')

/** Relative to the project. */
export const documents: readonly string[] = [
  ...readdirSync(root).filter((name) => name.endsWith('.md') && name !== 'CHANGELOG.md'),
  ...FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md') && !name.includes('node_modules'))
      .map((name) => `${folder}/${name}`),
  ),
].sort()
