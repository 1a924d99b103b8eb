// `npm run bench`: what the service costs, side by side with what it could be built on instead. It prints ratios
// of things measured in one run and asserts nothing: how fast a machine is today is not a property of the code.
import { cpus } from 'node:os'
import { abuse } from './bench/abuse.ts'
import { bars } from './bench/bars.ts'
import { follow } from './bench/follow.ts'
import { type BenchOptions, type Part, readOptions } from './bench/options.ts'
import { payload } from './bench/payload.ts'
import { read } from './bench/read.ts'
import { refold } from './bench/refold.ts'
import { runCommand } from './service/run-command.ts'

const RUN: Readonly<Record<Part, (options: BenchOptions) => Promise<void>>> = {
  follow,
  payload,
  read,
  bars,
  abuse,
  refold,
}

// Ending by `exit` takes the child processes and temporary files along.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

await runCommand(async () => {
  const options = readOptions(process.argv.slice(2))
  const processors = cpus()
  console.log(
    `${processors.length} × ${processors[0]?.model.trim()}, Node ${process.version}; medians of ${options.rounds} rounds. ` +
      'Only ratios within one table mean anything.',
  )
  for (const part of options.parts) await RUN[part](options)
})
