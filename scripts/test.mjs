// `npm test`: type check, lint and format, then every test, or only the files whose path holds one of the
// arguments (`npm test -- curve log`). Node 20's test runner takes files, not globs, hence the walk.
import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const only = process.argv.slice(2)

const run = (command, args) => {
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}

const folders = ['schema', 'indexer', 'projections', 'api', 'fixtures', 'scripts']
const files = folders
  .flatMap((folder) =>
    readdirSync(`${root}${folder}`, { recursive: true }).map((name) => `${folder}/${name}`),
  )
  .filter((file) => file.endsWith('.test.ts'))
  .filter((file) => only.length === 0 || only.some((part) => file.includes(part)))
  .sort()

// Without a file the runner would look for tests by itself, or pass with none.
if (files.length === 0) {
  console.error(`No test file has ${only.join(' or ')} in its path.`)
  process.exit(1)
}

if (only.length === 0) {
  run('node_modules/.bin/tsc', ['--noEmit'])
  run('node_modules/.bin/biome', ['check', '.'])
}

// Left to itself the runner takes one core less than there are.
const concurrency = `--test-concurrency=${availableParallelism()}`
// A test that waits for what does not come fails, and does not wait for ever. The longest takes a minute here.
const timeout = '--test-timeout=600000'
run(process.execPath, ['--import', 'tsx', '--test', concurrency, timeout, '--test-reporter=spec', ...files])
