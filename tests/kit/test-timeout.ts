// Maximum time in ms for which a test waits for a condition. Even a slow and busy machine needs less. The time is shorter than the limit of
// a whole test (tests/runner/name-hanging-test.ts), so the error names the condition.

/** Milliseconds. */
export const TEST_TIMEOUT_MS = 240_000
