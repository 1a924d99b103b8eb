// Folds a small chain into a database, for tests of the models: blocks of invented transactions, with a token's launch and graduation. The
// functions return rows.
import type { TestContext } from 'node:test'
import type { OperationsConfig } from '../../schema/config/config.ts'
import type { OutputEvent, TransactionEvent } from '../../schema/events.ts'
import { afterSwap, feeNumerator, reservesOf, swapOutput } from '../../schema/launchpad/amm.ts'
import { EMISSION, lovelaceToBuy, SEED } from '../../schema/launchpad/curve.ts'
import type { CurvePool } from '../../schema/launchpad/datums/curve-pool.ts'
import { encodeLaunchMetadata, type LaunchMetadata } from '../../schema/launchpad/datums/launch-metadata.ts'
import type { Point } from '../../schema/primitives.ts'
import { naturalOf } from '../engine/table/column.ts'
import type { PoolReserves } from '../interpret/events.ts'
import {
  curveOutput,
  curvePool,
  hash,
  made,
  operations,
  output,
  royaltyOutput,
  royaltyPool,
  transaction,
  walletAddress,
} from '../interpret/testing/interpreted.ts'
import { mainnetModels, testModels } from './test-models.ts'

export const CAT = curvePool('Cat')
export const AMM = royaltyPool('Cat')
export const OPENED: PoolReserves = { lovelace: 17_981_400_000n, tokens: 263_536_686n }

/** Following starts in the middle of the chain, long after the contracts were deployed. */
export const FIRST_SLOT = 133_000_000

export const chain = (t: TestContext, of: OperationsConfig = operations, firstSlot = FIRST_SLOT) => {
  const { apply, log, database, directory, openReader, ...models } = testModels(t, mainnetModels([], of))
  const reader = openReader()
  const points: Point[] = []
  let made = 0
  /** Each block is a minute after the one before. */
  const fold = (...transactions: readonly TransactionEvent[]): Point => {
    const point = { slot: firstSlot + 60 * points.length, id: hash(`block ${++made}`) }
    const parent = points.at(-1)?.id ?? hash('parent')
    points.push(point)
    apply({ point, height: 1_000 + points.length, parent, transactions })
    reader.refresh()
    return point
  }
  // Following starts at the first block that has an output.
  fold(transaction({ outputs: [output(walletAddress('first'), 5_000_000n)] }))
  const rows = (sql: string): unknown[] => database.prepare(sql).safeIntegers().raw().all()
  return {
    fold,
    undo(blocks: number): void {
      points.length -= blocks
      log.rollBackTo(points.length)
      models.fold()
      reader.refresh()
    },
    reader,
    directory,
    database,
    trades: () => rows('SELECT venue, side, lovelace, tokens FROM trades ORDER BY venue, side'),
    pools: () => rows('SELECT venue, lovelace, tokens, volume, trades FROM pools'),
    closed: () => rows('SELECT venue, closed FROM pools'),
    /** Largest quantity first. */
    holders: () =>
      database
        .prepare<[], { address: string; quantity: string }>(
          'SELECT address, hex(quantity) AS quantity FROM holders ORDER BY holders.quantity DESC',
        )
        .all()
        .map(({ address, quantity }) => [address, naturalOf(quantity)]),
    venues: () => rows('SELECT venue, amm_nft FROM pools'),
    bars: () => rows('SELECT open, high, low, close, volume FROM bars WHERE resolution = 0 ORDER BY time'),
    rejections: () => rows('SELECT reason, count FROM rejections ORDER BY reason'),
  }
}

export const launch = (pool = CAT, bought = 0n, paid = lovelaceToBuy(pool, 0n, bought)): TransactionEvent =>
  transaction({
    outputs: [
      curveOutput(pool, SEED + paid, EMISSION - bought),
      output(walletAddress('creator'), 2_000_000n, { [pool.token]: bought }),
    ],
    mint: { [pool.nft]: 1n, [pool.token]: EMISSION },
  })

/** @param says other members of the metadata than those of a launch without texts */
export const launchThatSays = (
  pool: CurvePool,
  says: Partial<LaunchMetadata>,
  bought = 0n,
): TransactionEvent => {
  const of = launch(pool, bought)
  const metadata: LaunchMetadata = {
    token: pool.token,
    ticker: '',
    logoCid: '',
    description: '',
    launchType: 0,
    author: { pkh: hash('author', 28), skh: '' },
    socials: { twitter: '', discord: '', telegram: '', website: '' },
    version: 1n,
    ...says,
  }
  const datum = encodeLaunchMetadata(metadata, 'definite')
  return { ...of, outputs: [...of.outputs, output(walletAddress('metadata'), 2_000_000n, {}, datum)] }
}

export const graduated = (t: TestContext) => {
  const on = chain(t)
  const first = launch()
  const graduation = transaction({
    pairs: [[made(first, 0), 'd8799f0000d87b80ff', royaltyOutput(AMM, OPENED.lovelace, OPENED.tokens)]],
  })
  on.fold(first)
  on.fold(graduation)
  return { ...on, at: made(graduation, 0) }
}

/** A swap right after the AMM pool has opened. */
export const swapped = (side: 'x' | 'y', input: bigint): readonly [bigint, OutputEvent] => {
  const { x, y } = reservesOf(AMM, OPENED.lovelace, OPENED.tokens)
  const out = swapOutput(
    side === 'x' ? { input: x, output: y } : { input: y, output: x },
    feeNumerator(AMM),
    input,
  )
  const [lovelace, tokens] = side === 'x' ? [x + input, y - out] : [x - out, y + input]
  return [out, royaltyOutput(afterSwap(AMM, side, input), lovelace, tokens)]
}
