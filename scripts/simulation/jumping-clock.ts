// A system clock that somebody sets: all that asks for the time of day in this thread sees it jump. Waits are not changed.
const now = Date.now
let ahead = 0
Date.now = () => now() + ahead

/** Sets the clock. @param milliseconds by which it is ahead of the right time; negative when it is behind */
export const setClock = (milliseconds: number): void => {
  ahead = milliseconds
}
