import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { isQuick, QUICK_SERVICES, testFiles } from './test-files.ts'

const files = testFiles()

test("the name of each test file says its set, and a few of the whole service's are quick", () => {
  const unnamed = files.filter((file) => !/\/[a-z0-9-]+(\.(int|long|e2e))?\.test\.ts$/.test(file))
  assert.deepEqual(unnamed, [])
  const quick = files.filter((file) => isQuick(file) && /\.(e2e|long)\./.test(file))
  assert.deepEqual(quick, QUICK_SERVICES)
  assert.ok(quick.length <= 2)
})

test('no other quick test starts a service, a command or a browser', () => {
  const starting = files
    .filter((file) => isQuick(file) && !QUICK_SERVICES.includes(file))
    .filter((file) =>
      /from '[./a-z-]*\/testing\/(run-script|watched-service|attacked-service|browser|browser-test)\.ts'/.test(
        readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8'),
      ),
    )
  assert.deepEqual(starting, [])
})
