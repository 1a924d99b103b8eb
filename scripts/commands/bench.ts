// `npm run bench`: what the service costs, side by side with what it could be built on instead. It prints ratios
// of things measured in one run and asserts nothing: how fast a machine is today is not a property of the code.
import { cpus } from 'node:os'
import { abuse } from '../bench/abuse/abuse.ts'
import { bars } from '../bench/bars/bars.ts'
import { build } from '../bench/build/build.ts'
import { fanout } from '../bench/fanout/fanout.ts'
import { follow } from '../bench/follow/follow.ts'
import { growth } from '../bench/growth/growth.ts'
import { type BenchOptions, benchOptions, type Part } from '../bench/kit/options.ts'
import { page } from '../bench/page/page.ts'
import { payload } from '../bench/payload/payload.ts'
import { postgres } from '../bench/postgres/postgres.ts'
import { queries } from '../bench/queries/queries.ts'
import { read } from '../bench/read/read.ts'
import { reads } from '../bench/reads/reads.ts'
import { refold } from '../bench/refold/refold.ts'
import { sync } from '../bench/sync/sync.ts'

const RUN: Readonly<Record<Part, (options: BenchOptions) => Promise<void>>> = {
  follow,
  payload,
  read,
  bars,
  reads,
  queries,
  abuse,
  growth,
  refold,
  postgres,
  sync,
  fanout,
  build,
  page,
}

/** @throws {StartupError} when a word is neither a part nor a chain file */
export const bench = async (given: Parameters<typeof benchOptions>[0]): Promise<void> => {
  const options = benchOptions(given)
  // Ending by `exit` takes the child processes and temporary files along.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
  const processors = cpus()
  console.log(
    `${processors.length} × ${processors[0]?.model.trim()}, Node ${process.version}; medians of ${options.rounds} rounds. ` +
      'Only ratios within one table mean anything.',
  )
  for (const part of options.parts) await RUN[part](options)
}
