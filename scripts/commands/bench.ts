// `npm run bench`: compares the service with alternatives on which it could be built. It prints ratios of values from one run. It asserts
// nothing, because absolute speed depends on the machine.
import { cpus } from 'node:os'
import { carriers } from '../../tests/bench/carriers/carriers.ts'
import { fanout } from '../../tests/bench/fanout/fanout.ts'
import { follow } from '../../tests/bench/follow/follow.ts'
import { growth } from '../../tests/bench/growth/growth.ts'
import { endChildren } from '../../tests/bench/kit/child.ts'
import { type BenchOptions, benchOptions, type Part } from '../../tests/bench/kit/options.ts'
import { reads } from '../../tests/bench/reads/reads.ts'

const RUN: Readonly<Record<Part, (options: BenchOptions) => Promise<void>>> = {
  follow,
  reads,
  growth,
  fanout,
  carriers,
}

/** @throws {StartupError} if a word is neither a part nor a chain file */
export const bench = async (given: Parameters<typeof benchOptions>[0]): Promise<void> => {
  const options = benchOptions(given)
  // `exit` also ends child processes and removes temporary files.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
  const processors = cpus()
  console.log(
    `${processors.length} × ${processors[0]?.model.trim()}, Node ${process.version}; medians of ${options.rounds} rounds. ` +
      'Compare only ratios within one table.',
  )
  for (const part of options.parts) {
    await RUN[part](options)
    endChildren()
  }
}
