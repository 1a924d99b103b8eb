// Loaded before a service (`node --import`), in each of its threads: the time of day is ahead by the milliseconds in the file CLOCK_FILE,
// negative if it is behind, like the clock of a machine that somebody sets. Waits and elapsed times are not changed.
import { readFileSync } from 'node:fs'

const now = Date.now
let ahead = 0
Date.now = () => now() + ahead
setInterval(() => {
  ahead = Number(readFileSync(process.env.CLOCK_FILE, 'utf8'))
}, 200).unref()
