// A copy in a real PostgreSQL that two indexers write, and a published directory of each indexer.
import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { scanCopy } from '../../../projections/copies/postgres/scan-copy.ts'
import { abandon, connect, type Session } from '../../../projections/copies/postgres/session.ts'
import {
  NO_POSTGRES,
  type PostgresServer,
  postgresBinaries,
  startPostgres,
} from '../../../projections/copies/postgres/testing/postgres-server.ts'
import type { Table } from '../../../projections/engine/table/table.ts'
import { Finding } from '../../fuzz/finding.ts'
import { serveFiles } from '../files-server.ts'
import type { Ground, Hands } from './ground.ts'

const SCHEMA = 'simulated'

/** Maximum time without a session. */
const TIMEOUT_MS = 90_000
const POLL_INTERVAL_MS = 20

/** The real pause is twenty times shorter. */
const PAUSE_MS = 20_000

/** All messages in transit arrive within so many turns. */
const TURNS = 200

const sessionsOf = (url: string) => {
  /** Tries again while the server is starting or busy. */
  const connected = async (): Promise<Session> => {
    const end = performance.now() + TIMEOUT_MS
    for (;;)
      try {
        return await connect(url, false)
      } catch (error) {
        if (performance.now() > end) throw error
        await sleep(POLL_INTERVAL_MS)
      }
  }
  const withSession = async <Answer>(ask: (session: Session) => Promise<Answer>): Promise<Answer> => {
    const session = await connected()
    try {
      return await ask(session)
    } finally {
      abandon(session)
    }
  }
  const say = (sql: string) => withSession(async (session) => void (await session.query(sql)))
  return { withSession, say }
}

/** No indexer may treat an unacknowledged commit as complete. */
const pause = async (
  server: Pick<PostgresServer, 'signal'>,
  { random, fork, copies }: Hands,
): Promise<void> => {
  server.signal('SIGSTOP')
  try {
    // Waits for responses in transit and their reports, in turns, because a busy machine needs more time.
    for (let turn = 0; turn < TURNS; turn += 1) await sleep(POLL_INTERVAL_MS)
    const before = copies()
    fork()
    await sleep(random.integer(1_000, PAUSE_MS))
    const after = copies()
    if (before !== after)
      throw new Finding(
        "a commit is complete only after PostgreSQL's answer",
        `${before} became ${after} while it was paused`,
      )
  } finally {
    server.signal('SIGCONT')
  }
}

export const postgresGround = async (hands: Hands, tables: readonly Table[]): Promise<Ground> => {
  const { random, directory, fork } = hands
  const binaries = postgresBinaries()
  if (binaries === undefined) throw new Error(NO_POSTGRES)
  const server = await startPostgres(binaries)
  const ends: (() => unknown)[] = []
  const files = await serveFiles({ after: (end) => void ends.push(end as () => unknown) }, directory)
  const backup = `${server.directory}-backup`
  let hasBackup = false

  const { withSession, say } = sessionsOf(server.url)
  const restart = async (how: 'fast' | 'immediate'): Promise<void> => {
    await server.stop(how)
    fork()
    await server.start()
  }
  const copyFiles = (from: string, to: string): void => {
    rmSync(to, { recursive: true, force: true })
    execFileSync('cp', ['-Rp', from, to])
  }
  return {
    places: (name) => ({
      postgres: { url: server.url, schema: SCHEMA, readers: [] },
      publishDir: join(directory, `published-${name}`),
    }),
    sources: ['indexer', 'standby'].map((of) => `${files.url}/published-${of}`),
    faults: [
      [3, 'files unavailable', () => files.fail(random.integer(1, 40))],
      [
        4,
        'sessions ended',
        () => say('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()'),
      ],
      [3, 'server killed', () => restart('immediate')],
      [2, 'server restarted', () => restart('fast')],
      [4, 'server paused', () => pause(server, hands)],
      [1, 'schema dropped', () => say(`DROP SCHEMA IF EXISTS ${SCHEMA} CASCADE`)],
      [
        2,
        'backup',
        async () => {
          await server.stop()
          copyFiles(server.directory, backup)
          hasBackup = true
          await server.start()
        },
      ],
      [
        2,
        'backup restored',
        async () => {
          if (!hasBackup) return
          await server.stop('immediate')
          copyFiles(backup, server.directory)
          await server.start()
        },
      ],
    ],
    observe() {},
    async judge(digests) {
      const copy = await withSession((session) => scanCopy(session, SCHEMA, tables))
      for (const digest of digests)
        if (copy.digest !== digest || copy.state?.digest !== digest)
          throw new Finding(
            'the rows of the copy equal its models',
            `digest ${copy.digest} of the rows, ${copy.state?.digest} of the copy, ${digest} of the models`,
          )
    },
    async close() {
      for (const end of ends) end()
      await server.close()
      rmSync(backup, { recursive: true, force: true })
    },
  }
}
