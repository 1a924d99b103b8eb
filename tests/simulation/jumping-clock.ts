// Clocks of this thread: a time of day that somebody sets, and time that has passed. Waits are not changed.
const now = Date.now
let ahead = 0
Date.now = () => now() + ahead

/** Sets the clock. @param milliseconds time by which it is ahead of the right time; negative if it is behind */
export const setClock = (milliseconds: number): void => {
  ahead = milliseconds
}

const uptime = performance.now.bind(performance)
let passed = 0
performance.now = () => uptime() + passed

/** Lets time pass, for all code that measures it. */
export const passTime = (milliseconds: number): void => {
  passed += milliseconds
}
