import { deepEqual } from 'node:assert/strict'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { temporaryDirectory } from '../tests/kit/temporary-directory.ts'
import { commands } from './commands.ts'
import { isInstalled, needsDevelopment } from './is-installed.mjs'

const lock = {
  '': { version: '1.0.0' },
  'node_modules/run': { version: '1.0.0', integrity: 'sha512-run' },
  'node_modules/other-platform': { version: '1.0.0', integrity: 'sha512-other', optional: true },
  'node_modules/check': { version: '1.0.0', integrity: 'sha512-check', dev: true },
  'node_modules/format': { version: '1.0.0', integrity: 'sha512-format', dev: true },
}
const neither = { toRun: false, toDevelop: false }
const { 'node_modules/run': run, 'node_modules/check': check, 'node_modules/format': format } = lock

test('packages that are missing, older or replaced are found, whatever the files’ times', (t) => {
  const root = `${temporaryDirectory(t)}/`
  mkdirSync(`${root}node_modules`)
  const withPackages = (packages: object) => {
    writeFileSync(`${root}node_modules/.package-lock.json`, JSON.stringify({ packages }))
    writeFileSync(`${root}package-lock.json`, JSON.stringify({ packages: lock }))
    return { toRun: isInstalled(root, false), toDevelop: isInstalled(root, true) }
  }
  const all = { 'node_modules/run': run, 'node_modules/check': check, 'node_modules/format': format }
  const responses = {
    all: withPackages(all),
    withoutDevelopment: withPackages({ 'node_modules/run': run }),
    oneMissing: withPackages({ 'node_modules/check': check, 'node_modules/format': format }),
    oneMissingForDevelopment: withPackages({ 'node_modules/run': run, 'node_modules/check': check }),
    older: withPackages({ ...all, 'node_modules/run': { ...run, version: '0.9.0' } }),
    replaced: withPackages({ ...all, 'node_modules/run': { ...run, integrity: 'sha512-else' } }),
  }
  rmSync(`${root}node_modules/.package-lock.json`)
  deepEqual(
    { ...responses, nothing: { toRun: isInstalled(root, false), toDevelop: isInstalled(root, true) } },
    {
      all: { toRun: true, toDevelop: true },
      withoutDevelopment: { toRun: true, toDevelop: false },
      oneMissing: neither,
      oneMissingForDevelopment: neither,
      older: neither,
      replaced: neither,
      nothing: neither,
    },
  )
})

test('commands of tests, and no others, need the packages for development', () => {
  const text = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8')
  const ofTests = (text('commands.ts') + text('proof-commands.ts'))
    .split("defineCommand({\n    name: '")
    .slice(1)
    .filter((command) => {
      const module = /load<.*>\('(?<name>[^']+)'\)/.exec(command)?.groups?.name
      return text(`commands/${module}.ts`).includes("'../../tests/")
    })
    .map((command) => command.slice(0, command.indexOf("'")))
  deepEqual(
    commands.map(({ name }) => name).filter((name) => needsDevelopment(name)),
    ofTests,
  )
  deepEqual(needsDevelopment(undefined), false)
})
