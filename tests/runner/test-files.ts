// The test files. A file's name tells its set: `npm test` runs the quick ones, and `npm run test:all` runs all.
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Slowest first. */
export const FOLDERS = [
  'tests',
  'api',
  'projections',
  'scripts',
  'client',
  'engine',
  'devnet',
  'fixtures',
  'indexer',
  'page',
  'schema',
]

/** Tests of the whole service that `npm test` runs. */
export const QUICK_SERVICES: readonly string[] = ['tests/e2e/mainnet-launch.e2e.test.ts']

export const isSlow = (file: string): boolean => /\.(e2e|long)\.test\.ts$/.test(file)

export const isQuick = (file: string): boolean => QUICK_SERVICES.includes(file) || !isSlow(file)

export const testFiles = (): readonly string[] =>
  FOLDERS.flatMap((folder) =>
    readdirSync(`${root}${folder}`, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  )
    .filter((file) => file.endsWith('.test.ts') && !file.startsWith('engine/template/'))
    .sort()
