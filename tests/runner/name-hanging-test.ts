// Loaded before the files of a test process. If a test hangs, it ends the process and names the test. Node's runner would not name the
// test. Its timers keep the process alive while a test runs. Otherwise the process would end, and fail, if a test waited only for a timer
// of the service that does not keep the process alive.
import { beforeEach, type TestContext } from 'node:test'

/** Maximum time in ms of a test: many times the duration of the longest test on a slow, loaded machine. */
const LONGEST_TEST_MS = Number(process.env.LONGEST_TEST ?? 420_000)

const running = new Set<TestContext>()

beforeEach((context) => {
  const test = context as TestContext
  const timer = setTimeout(() => {
    const open = [...new Set(process.getActiveResourcesInfo())].join(', ')
    process.stderr.write(
      `✖ ${[...running].map(({ name }) => name).join(' > ')}: did not end within ${LONGEST_TEST_MS / 1000} s; open are ${open}\n`,
      () => process.exit(1),
    )
  }, LONGEST_TEST_MS)
  running.add(test)
  // `afterEach` is not called for a test that skips itself.
  test.after(() => {
    clearTimeout(timer)
    running.delete(test)
  })
})
