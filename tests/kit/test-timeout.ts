// Maximum time in ms for which a test waits for a condition. Even a slow machine with other load exceeds it only if the condition
// never becomes true. It is shorter than the limit of a whole test (tests/runner/name-hanging-test.ts), so that the error names
// the condition.

/** Milliseconds. */
export const TEST_TIMEOUT_MS = 240_000
