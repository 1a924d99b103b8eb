// Loaded before the files of a test process. If a test hangs, this module ends the process and names the test, which Node's runner would
// not do. The module's timers keep the process alive while a test runs. Otherwise the process would end, and fail, if a test waited only
// for a timer of the service that does not keep the process alive.
import { beforeEach, type TestContext } from 'node:test'
import { limitNow } from '../kit/test-timeout.ts'

/** On a machine that is not busy: many times the duration of the longest test. */
const LONGEST_TEST_MS = Number(process.env.LONGEST_TEST ?? 420_000)

// A test may replace the global functions by its own clock.
const { setTimeout: startTimer, clearTimeout: endTimer } = globalThis

const running = new Set<TestContext>()

const endProcess = (seconds: number): void => {
  const open = [...new Set(process.getActiveResourcesInfo())].join(', ')
  process.stderr.write(
    `✖ ${[...running].map(({ name }) => name).join(' > ')}: did not end within ${seconds} s; open are ${open}\n`,
    () => process.exit(1),
  )
}

beforeEach((context) => {
  const test = context as TestContext
  const began = performance.now()
  let timer: NodeJS.Timeout
  /** Waits longer if the machine is busy when the time is over. */
  const wait = (ms: number): void => {
    timer = startTimer(() => {
      const passed = performance.now() - began
      const left = limitNow(LONGEST_TEST_MS) - passed
      if (left > 0) wait(left)
      else endProcess(Math.round(passed / 1_000))
    }, ms)
  }
  wait(LONGEST_TEST_MS)
  running.add(test)
  // `afterEach` is not called for a test that skips itself.
  test.after(() => {
    endTimer(timer)
    running.delete(test)
  })
})
