// Loaded with `node --import` in each thread. Shifts the time of day by the milliseconds in CLOCK_FILE. Waits and elapsed times do not
// change.
import { readFileSync } from 'node:fs'

const now = Date.now
let ahead = 0
Date.now = () => now() + ahead
setInterval(() => {
  ahead = Number(readFileSync(process.env.CLOCK_FILE, 'utf8'))
}, 200).unref()
