// Clocks of this thread, which a test can change: the time of day, and elapsed time. Waits do not change.
const now = Date.now
let ahead = 0
Date.now = () => now() + ahead

/** @param milliseconds difference from the right time; negative if the clock is behind */
export const setClock = (milliseconds: number): void => {
  ahead = milliseconds
}

const uptime = performance.now.bind(performance)
let passed = 0
performance.now = () => uptime() + passed

export const passTime = (milliseconds: number): void => {
  passed += milliseconds
}
