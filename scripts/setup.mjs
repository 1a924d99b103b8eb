// Installs the dependencies when they are missing or older than package-lock.json, so that `npm start` and
// `npm test` work on a fresh clone. Plain JavaScript: it runs before anything is installed.
import { execFileSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const lock = `${root}package-lock.json`
const installed = `${root}node_modules/.package-lock.json`

const major = Number(process.versions.node.split('.')[0])
if (major !== 20) {
  console.error(
    `Node ${process.versions.node} is not supported: install Node 20 (README, "Other Node versions", says how to use a newer one).`,
  )
  process.exit(1)
}

if (!existsSync(installed) || statSync(installed).mtimeMs < statSync(lock).mtimeMs) {
  console.error('Installing dependencies (npm ci); better-sqlite3 may take a minute to compile.')
  execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: root, stdio: ['ignore', 2, 2] })
}
