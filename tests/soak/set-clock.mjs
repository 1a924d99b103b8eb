// Loaded before a service (`node --import`), in each of its threads. Shifts the time of day by the milliseconds in the file CLOCK_FILE, as
// if somebody set the clock. Waits and elapsed times do not change.
import { readFileSync } from 'node:fs'

const now = Date.now
let ahead = 0
Date.now = () => now() + ahead
setInterval(() => {
  ahead = Number(readFileSync(process.env.CLOCK_FILE, 'utf8'))
}, 200).unref()
