// One run of the service of a commit: two indexers and a replica in separate processes, and their copy in PostgreSQL. After each
// measurement `npm run verify -- --postgres` compares the copy with the models.
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readMirror } from '../../../projections/postgres/mirror-state.ts'
import { rowsOf, type Session } from '../../../projections/postgres/session.ts'
import { runScript } from '../../testing/run-script.ts'
import { type ServiceProcess, startReady } from '../../testing/service-process.ts'

export interface Side {
  /** Schema of its copy. */
  readonly schema: string
  /** Directory of a copy of the project; the present one by default. */
  readonly project: string | undefined
}

export interface Turn {
  /** Number of rows of the copy. */
  readonly rows: number
  /** Time in ms from the drop of the copy until a new one has the next block. */
  readonly load: number
  /** Time in ms from the start of a replica's process until it is ready. */
  readonly firstCopy: number
  /** For each block, time in ms from its first answer by the indexer to its first answer by the replica. */
  readonly staleness: readonly number[]
  /** For each kill of the leader, time in ms until the standby has committed the next block. */
  readonly takeovers: readonly number[]
  /** Processor time in seconds of the replica until it was ready. */
  readonly firstCopyCpu: number
}

interface TurnOptions extends Side {
  /** Directory for the data of this side, also of its later runs. */
  readonly directory: string
  /** Settings of all its processes. */
  readonly env: Readonly<Record<string, string>>
  readonly session: Session
  /** Appends a block to the chain. @returns its height */
  readonly makeBlock: () => Promise<number>
}

/** Number of blocks whose staleness is measured, and milliseconds between them. */
const BLOCKS = 40
const INTERVAL = 100

/** Number of kills of the leader. */
const KILLS = 5

/** Interval in ms between two checks. */
const LOOK = 2

interface Status {
  readonly models: { readonly height: number } | null
  readonly digest: string | null
  readonly mirror: { readonly state: string } | null
}

const statusOf = async ({ url }: ServiceProcess): Promise<Status> =>
  (await (await fetch(`${url}/status`)).json()) as Status

/** Waits for a condition. @returns the time at which it was true */
const timeOf = async (isTrue: () => Promise<boolean>): Promise<number> => {
  while (!(await isTrue())) await sleep(LOOK)
  return performance.now()
}

const hasBlock = (service: ServiceProcess, height: number) => async (): Promise<boolean> =>
  ((await statusOf(service)).models?.height ?? 0) >= height

const isMirror = (service: ServiceProcess, state: string) => async (): Promise<boolean> =>
  (await statusOf(service)).mirror?.state === state

/** @throws {Error} if the copy differs from the models, or a process reports an error at its end */
export const takeTurn = async ({
  schema,
  project,
  directory,
  session,
  makeBlock,
  ...given
}: TurnOptions): Promise<Turn> => {
  const env = { ...given.env, POSTGRES_SCHEMA: schema }
  const dataOf = (name: string) => ({ ...env, DATA_DIR: join(directory, name) })
  const start = (name: string) => startReady(dataOf(name), project)
  const verify = async (name: string): Promise<void> => {
    const { code, stderr } = await runScript('verify', ['--postgres'], dataOf(name), project)
    if (code !== 0) throw new Error(`the copy of ${project ?? 'the present commit'} is wrong: ${stderr}`)
  }
  const isCopied = (height: number) => async (): Promise<boolean> =>
    ((await readMirror(session, schema))?.height ?? 0) >= height

  let [leader, standby] = ['one', 'two']
  let leading = await start(leader)
  await timeOf(isMirror(leading, 'following'))
  let waiting = await start(standby)
  await timeOf(isMirror(waiting, 'standby'))

  await session.query(`DROP SCHEMA "${schema}" CASCADE`)
  const droppedAt = performance.now()
  const load = (await timeOf(isCopied(await makeBlock()))) - droppedAt
  await verify(leader)

  const startedAt = performance.now()
  const replica = await startReady({ ...dataOf('replica'), ROLE: 'api' }, project)
  const firstCopy = performance.now() - startedAt
  const firstCopyCpu = replica.cpuSeconds() ?? Number.NaN
  const [own, copied] = [await statusOf(leading), await statusOf(replica)]
  if (own.digest === null || own.digest !== copied.digest)
    throw new Error(`the replica has the digest ${copied.digest} and the indexer ${own.digest}`)
  await verify(leader)

  const staleness: number[] = []
  for (let made = 0; made < BLOCKS; made++) {
    const height = await makeBlock()
    const [there, here] = await Promise.all([leading, replica].map((of) => timeOf(hasBlock(of, height))))
    staleness.push((here ?? Number.NaN) - (there ?? Number.NaN))
    await sleep(INTERVAL)
  }
  await verify(leader)
  await replica.end()

  const takeovers: number[] = []
  while (takeovers.length < KILLS) {
    const killedAt = performance.now()
    await leading.kill()
    takeovers.push((await timeOf(isCopied(await makeBlock()))) - killedAt)
    ;[leader, standby] = [standby, leader]
    ;[leading, waiting] = [waiting, await start(standby)]
    await timeOf(isMirror(waiting, 'standby'))
  }
  await verify(leader)

  const [counted] = await rowsOf(
    session,
    'SELECT sum(n_live_tup) FROM pg_stat_user_tables WHERE schemaname = $1',
    [schema],
  )
  for (const process of [waiting, leading]) await process.end()
  return { rows: Number(counted?.[0]), load, firstCopy, firstCopyCpu, staleness, takeovers }
}
