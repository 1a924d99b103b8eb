// temp

import { writeFileSync } from 'node:fs'
import { Session } from 'node:inspector'

const s = new Session()
s.connect()
await new Promise<void>((r) =>
  s.post('Profiler.enable', () =>
    s.post('Profiler.setSamplingInterval', { interval: 200 }, () => s.post('Profiler.start', () => r())),
  ),
)
process.on('SIGUSR2', () =>
  s.post('Profiler.stop', (_e, { profile }) => {
    writeFileSync(`/tmp/bx/prof/${process.env.PROF}-${process.pid}.cpuprofile`, JSON.stringify(profile))
    process.exit()
  }),
)
const entry = process.env.ENTRY ?? ''
await import(entry)
