// Installs the dependencies when they are missing, older than package-lock.json or meant for another Node version,
// so that `npm start` and `npm test` work on a fresh clone. Plain JavaScript: it runs before anything is installed.
import { execFileSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const lock = `${root}package-lock.json`
const installed = `${root}node_modules/.package-lock.json`

const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 6)) {
  console.error(`Node ${process.versions.node} is too old: install Node 24, 22, or 20.6 and newer.`)
  process.exit(1)
}

// npm leaves this package out below Node 22 (package.json, optionalDependencies), and Node 20 needs another one
// compiled for it: what was installed under one of the two does not serve the other.
const installedFor22 = existsSync(`${root}node_modules/better-sqlite3-node-api`)

if (
  !existsSync(installed) ||
  statSync(installed).mtimeMs < statSync(lock).mtimeMs ||
  installedFor22 !== major >= 22
) {
  console.error('Installing dependencies (npm ci); better-sqlite3 may take a minute to compile.')
  execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: root, stdio: ['ignore', 2, 2] })
}
