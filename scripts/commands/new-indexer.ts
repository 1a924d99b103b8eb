// `npm run new-indexer -- DIR`: makes a folder with a new indexer. It has the packed engine, a source, a model, a test and scripts to run
// them. Nothing in it refers to this project.
import { execFileSync } from 'node:child_process'
import {
  accessSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { StartupError } from '../../schema/errors.ts'
import { messageOf } from '../../schema/platform/message-of.ts'
import { fileProblem } from '../backup/file-problem.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const ENGINE = join(ROOT, 'engine')

/** The new folder gets the project's own versions of these packages. */
const TOOLS = ['@types/node', 'tsx', 'typescript']

const TSCONFIG = {
  compilerOptions: {
    target: 'ES2022',
    module: 'NodeNext',
    types: ['node'],
    strict: true,
    verbatimModuleSyntax: true,
    allowImportingTsExtensions: true,
    skipLibCheck: true,
    noEmit: true,
  },
}

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

/** @returns the file's name */
const pack = (into: string): string => {
  try {
    const options = { cwd: ENGINE, encoding: 'utf8' } as const
    const printed = execFileSync('npm', ['pack', '--silent', '--pack-destination', into], options)
    return printed.trim().split('\n').at(-1) ?? ''
  } catch (error) {
    throw new StartupError(
      `the engine cannot be packed (${messageOf(error)}): run npm install in a clone of the project, and try again there`,
      { cause: error },
    )
  }
}

/** @throws {StartupError} if the directory has files or cannot be made, or the engine cannot be packed */
export const newIndexer = (directory: string): void => {
  const into = resolve(directory)
  try {
    if (existsSync(into) && readdirSync(into).length > 0)
      throw new StartupError(`${directory} has files: name a new directory`)
    mkdirSync(into, { recursive: true })
    accessSync(into, constants.W_OK)
  } catch (error) {
    throw fileProblem(error, into) ?? error
  }
  const packed = pack(into)
  cpSync(join(ENGINE, 'template'), into, { recursive: true })
  const { dependencies, devDependencies, allowScripts } = JSON.parse(
    readFileSync(join(ROOT, 'package.json'), 'utf8'),
  )
  const versions: Readonly<Record<string, string>> = { ...dependencies, ...devDependencies }
  const manifest = {
    name: basename(into).toLowerCase(),
    private: true,
    type: 'module',
    scripts: {
      start: 'node --import tsx main.ts',
      dev: 'node --watch --import tsx main.ts',
      test: 'node --import tsx --test indexer.test.ts',
      check: 'tsc',
    },
    dependencies: { 'launchpad-backend-engine': `file:${packed}` },
    allowScripts,
    devDependencies: Object.fromEntries(TOOLS.map((name) => [name, versions[name]])),
  }
  writeFileSync(join(into, 'package.json'), json(manifest))
  writeFileSync(join(into, 'tsconfig.json'), json(TSCONFIG))
  writeFileSync(join(into, '.gitignore'), 'node_modules/\ndata/\n')
  console.log(
    `${directory} has an indexer: change indexer.ts for your protocol.\n\n` +
      `  cd ${directory}\n  npm install\n  npm test\n` +
      '  OGMIOS_URL=ws://127.0.0.1:1337 NETWORK=preprod npm start\n' +
      "  curl '127.0.0.1:8080/v1/own/mints?limit=5'",
  )
}
