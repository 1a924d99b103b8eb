// Measures the copy in PostgreSQL in an operator's setup: the time until a standby is the leader after a kill of the leader, the
// staleness of a replica, the time of a load, and of a replica's first copy; and the same for another commit, in turns. The
// processes follow mainnet blocks. PostgreSQL runs with `fsync`, the default for operators.
import { join } from 'node:path'
import { abandon, connect } from '../../../projections/postgres/session.ts'
import {
  NO_POSTGRES,
  postgresBinaries,
  startPostgres,
} from '../../../projections/postgres/testing/postgres-server.ts'
import { StartupError } from '../../../schema/errors.ts'
import { withScratch } from '../../testing/scratch.ts'
import { startChild } from '../kit/child.ts'
import { filesOfCommit } from '../kit/files-of-commit.ts'
import type { BenchOptions } from '../kit/options.ts'
import { figure, median, perRound, printTable, quantile, ratio } from '../kit/table.ts'
import type { ChainRequest, ServedChain } from './postgres-chain.ts'
import { type Side, type Turn, takeTurn } from './postgres-turn.ts'

interface Row {
  readonly name: string
  readonly valuesOf: (turn: Turn) => readonly number[]
}

const ROWS: readonly Row[] = [
  {
    name: 'takeover: from the kill of the leader to the next commit',
    valuesOf: ({ takeovers }) => takeovers,
  },
  { name: 'staleness: from the indexer to its replica', valuesOf: ({ staleness }) => staleness },
  { name: 'load: from the drop of the copy to the next block', valuesOf: ({ load }) => [load] },
  {
    name: 'first copy: from the start of a replica until it is ready',
    valuesOf: ({ firstCopy }) => [firstCopy],
  },
  {
    name: 'processor time of the replica until then',
    valuesOf: ({ firstCopyCpu }) => [firstCopyCpu * 1_000],
  },
]

export const postgres = ({ file, copies, rounds, beside }: BenchOptions): Promise<void> =>
  withScratch(async (scratch) => {
    const binaries = postgresBinaries()
    if (binaries === undefined) throw new StartupError(NO_POSTGRES)
    const chain = startChild('postgres/postgres-chain.ts')
    const ask = <Answer>(request: ChainRequest) => chain.ask<Answer>(request)
    const { url, start } = await ask<ServedChain>({ kind: 'serve', file, copies })
    const server = await startPostgres(binaries, { fsync: 'on', shared_buffers: '128MB' })
    process.once('exit', () => server.signal('SIGKILL'))
    const session = await connect(server.url, true)
    await session.query('SET idle_session_timeout = 0')
    const sides: readonly (Side & { readonly name: string; readonly turns: Turn[] })[] = [
      { name: '', schema: 'present', project: undefined, turns: [] },
      ...(beside === undefined
        ? []
        : [{ name: `, at ${beside}`, schema: 'beside', project: filesOfCommit(beside, scratch), turns: [] }]),
    ]
    const env = { OGMIOS_URL: url, NETWORK: 'mainnet', START_POINT: start, POSTGRES_URL: server.url }
    const makeBlock = () => ask<number>({ kind: 'block' })
    for (let round = 0; round < rounds; round++)
      for (const { turns, ...side } of sides)
        turns.push(
          await takeTurn({ ...side, env, session, makeBlock, directory: join(scratch, side.schema) }),
        )
    const heads = sides.flatMap(({ name }) => [`median ms${name}`, '90 %', 'most'])
    printTable(
      `postgres: two indexers, a replica and the copy of ${figure(sides[0]?.turns[0]?.rows ?? Number.NaN)} rows`,
      ['', 'measured', ...heads, ...(beside === undefined ? [] : ['ratio of medians'])],
      ROWS.map(({ name, valuesOf }) => {
        const figures = sides.flatMap(({ turns }) => {
          const values = turns.flatMap(valuesOf)
          return [median(values), quantile(values, 0.9), Math.max(...values)].map(figure)
        })
        const [present = [], other] = sides.map(({ turns }) => turns.map((turn) => median(valuesOf(turn))))
        const measured = String(sides[0]?.turns.flatMap(valuesOf).length)
        return [name, measured, ...figures, ...(other === undefined ? [] : [ratio(perRound(present, other))])]
      }),
      ['', 'After each of the first four, `verify --postgres` compared the copy with the models: equal.'],
    )
    abandon(session)
    await server.close()
    await chain.end()
  })
