// A system clock that somebody sets: all code in this thread that reads the time of day sees the jump. Waits are not changed.
const now = Date.now
let ahead = 0
Date.now = () => now() + ahead

/** Sets the clock. @param milliseconds time by which it is ahead of the right time; negative if it is behind */
export const setClock = (milliseconds: number): void => {
  ahead = milliseconds
}
