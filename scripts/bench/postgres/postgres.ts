// What the copy in PostgreSQL costs beside the fold it follows: loading everything, catching up after an absence, and at
// the tip. The server is one of this machine, with its own settings but for the port.

import {
  NO_POSTGRES,
  postgresBinaries,
  startPostgres,
} from '../../../projections/postgres/testing/postgres-server.ts'
import { StartupError } from '../../../schema/errors.ts'
import { withScratch } from '../../testing/scratch.ts'
import { askOnce } from '../kit/child.ts'
import type { BenchOptions } from '../kit/options.ts'
import { figure, median, printTable, quantile, ratio } from '../kit/table.ts'
import type { PostgresAnswer, PostgresRequest } from './postgres-child.ts'

/** At the tip, and when so many blocks were missed. */
const STAGES: PostgresRequest['stages'] = [
  { blocks: 1, times: 300 },
  { blocks: 100, times: 5 },
  { blocks: 1_000, times: 1 },
]

/** Replicas at a time, and blocks that they are sent. */
const REPLICAS = [1, 10]
const REPLICA_BLOCKS = 100

/** As an installed server has them. */
const DURABLE = { fsync: 'on', shared_buffers: '128MB' }

const measure = (file: string, copies: number): Promise<PostgresAnswer> =>
  withScratch(async (directory) => {
    const binaries = postgresBinaries()
    if (binaries === undefined) throw new StartupError(NO_POSTGRES)
    const server = await startPostgres(binaries, DURABLE)
    const request: PostgresRequest = {
      url: server.url,
      server: server.pid(),
      directory,
      file,
      copies,
      stages: STAGES,
      replicas: REPLICAS,
      replicaBlocks: REPLICA_BLOCKS,
    }
    try {
      return await askOnce<PostgresAnswer>('postgres/postgres-child.ts', request)
    } finally {
      await server.close()
    }
  })

export const postgres = async ({ file, copies, rounds }: BenchOptions): Promise<void> => {
  const answers: PostgresAnswer[] = []
  for (let round = 0; round < rounds; round++) answers.push(await measure(file, copies))
  const [first] = answers
  const stages = STAGES.map(({ blocks, times }, at) => {
    const of = answers.flatMap(({ stages }) => stages[at] ?? [])
    const each = of.flatMap(({ each }) => each.map((seconds) => seconds * 1000))
    return [
      blocks === 1 ? 'at the tip, a block a commit' : `${figure(blocks)} blocks a commit`,
      figure(median(of.map(({ fold }) => (blocks * times) / fold))),
      figure(median(of.map(({ copy }) => (blocks * times) / copy))),
      ratio(of.map(({ fold, copy }) => fold / copy)),
      figure(median(each)),
      figure(quantile(each, 0.99)),
    ]
  })
  printTable(
    'postgres: what was folded into SQLite, copied into PostgreSQL',
    ['', 'folded blocks/s', 'copied blocks/s', 'of the fold', 'a commit ms', 'p99 ms'],
    stages,
  )
  printTable(
    `postgres: everything loaded, ${figure(first?.rows ?? 0)} rows of ${figure(first?.blocks ?? 0)} blocks, with keys and indexes`,
    ['', 'seconds', 'rows/s', 'of the fold'],
    [
      [
        'load',
        figure(median(answers.map(({ load }) => load))),
        figure(median(answers.map(({ rows, load }) => rows / load))),
        ratio(answers.map(({ fold, load }) => fold / load)),
      ],
    ],
    [
      '',
      'Folding alone is timed, of blocks that were read before. All of it shares the machine with the server.',
    ],
  )
  printTable(
    `postgres: replicas in one process, from a block's commit in SQLite to theirs; ${REPLICA_BLOCKS} blocks`,
    [
      '',
      'in PostgreSQL ms',
      'in a replica ms',
      'p99 ms',
      'server CPU ms',
      'replicas CPU ms',
      'all copied, seconds',
      'rows/s',
    ],
    REPLICAS.map((count, at) => {
      const of = answers.flatMap(({ replicas }) => replicas[at] ?? [])
      const waits = of.flatMap((one) => one.waits)
      const copied = of.flatMap((one) => one.copied)
      const load = median(of.map((one) => one.load))
      const aBlock = (seconds: readonly number[]): string => figure((median(seconds) * 1000) / REPLICA_BLOCKS)
      return [
        count === 1 ? 'one' : figure(count),
        figure(quantile(copied, 0.5)),
        figure(quantile(waits, 0.5)),
        figure(quantile(waits, 0.99)),
        aBlock(of.map((one) => one.serverCpu)),
        aBlock(of.map((one) => one.replicasCpu)),
        figure(load),
        figure(((first?.rows ?? 0) * count) / load),
      ]
    }),
    ['', 'Processor time is that of a block, of all replicas together.'],
  )
}
