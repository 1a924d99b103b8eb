// Installs the dependencies if they are missing, differ from package-lock.json or are meant for another Node version. So `npm start` and
// `npm test` work on a fresh clone. The packages of tests, a third of all bytes, are only installed for commands that need them. This
// file is plain JavaScript, since it runs before anything is installed.
import { execFileSync } from 'node:child_process'
import { existsSync, lstatSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { isInstalled, needsDevelopment } from './is-installed.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))

const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 20 || major === 21 || (major === 20 && minor < 15) || (major === 22 && minor < 14)) {
  console.error(
    `Node ${process.versions.node} is not supported: install Node 24, 22 (22.14 or newer) or 20 (20.15 or newer).`,
  )
  process.exit(1)
}

// SQLite's binding has two versions for different Node versions, and the version that is not used must not fail an installation. So both
// are optional for npm, and this file checks that the needed one is installed. Below Node 22, npm leaves out the newer version. So its
// presence shows for which Node version an installation was made.
const newer = `${root}node_modules/better-sqlite3-node-api`
const older = `${root}node_modules/better-sqlite3`
const hasBinding = () => (major >= 22 ? existsSync(newer) : existsSync(older) && !existsSync(newer))

/** `npm ci` would remove the target of a link, which belongs to another copy of the project. */
const isLink = () => lstatSync(`${root}node_modules`, { throwIfNoEntry: false })?.isSymbolicLink() === true

const isForDevelopment = needsDevelopment(process.argv[2])

if (!isLink() && !(isInstalled(root, isForDevelopment) && hasBinding())) {
  // Only the older binding needs its install script, which compiles it.
  const compiles = major < 22
  console.error(
    `Installing dependencies (npm ci)${compiles ? '; better-sqlite3 may take a minute to compile' : ''}.`,
  )
  const options = [...(isForDevelopment ? [] : ['--omit=dev']), ...(compiles ? [] : ['--ignore-scripts'])]
  execFileSync('npm', ['ci', '--no-audit', '--no-fund', ...options], { cwd: root, stdio: ['ignore', 2, 2] })
  if (!hasBinding()) {
    console.error(
      'better-sqlite3 could not be installed: it needs a C++ compiler, make and Python 3; npm ci --foreground-scripts shows why.',
    )
    process.exit(1)
  }
}
