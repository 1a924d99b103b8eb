// Checks listed pools against the blocks alone. A pool's sold tokens were paid for, its UTxO equals the chain's UTxO, and its totals are
// the sums of its trades. A pool without a launch in these blocks must be older than the blocks.

import type { OperationsConfig } from '../../schema/config/config.ts'
import { type AssetId, formatOutputReference } from '../../schema/primitives.ts'
import type { EarlierPool } from '../hostile/hostile-chain.ts'
import type { PlacedTransaction, RawLedger, RawOutput } from '../hostile/raw-ledger.ts'
import { datumOf, intAt } from '../independent/plain-datum.ts'
import { AREA_UNIT, areaOf, curvePrice, EMISSION, poolCapOf, SEED } from '../independent/plain-pools.ts'
import { poolIn } from './check-trades.ts'
import { Finding } from './finding.ts'
import { type Folded, rowsOf } from './folded.ts'

interface PoolRow {
  readonly nft: AssetId
  readonly token: AssetId
  readonly venue: string
  readonly amm_nft: AssetId | null
  readonly adopted: bigint
  readonly tier: string | null
  readonly output_transaction: Buffer
  readonly output_index: bigint
  readonly lovelace: bigint
  readonly tokens: bigint
  readonly volume: bigint
  readonly trades: bigint
  readonly market_cap: bigint
}

interface Totals {
  readonly volume: bigint
  readonly trades: bigint
}

const curveOf = (output: RawOutput): readonly [bigint, bigint] | undefined => {
  try {
    const fields = datumOf(output)
    return [intAt(fields, 3), intAt(fields, 4)]
  } catch {
    return undefined
  }
}

/** The pool's ADA must cover the area under the curve for the sold tokens. */
const isPaidFor = (output: RawOutput, token: AssetId): boolean => {
  const [a, b] = curveOf(output) ?? [0n, 0n]
  const sold = EMISSION - (output.assets.get(token) ?? 0n)
  return sold >= 0n && areaOf(a, b, sold) <= AREA_UNIT * (output.lovelace - SEED)
}

const wrongLaunch = (
  row: PoolRow,
  launch: PlacedTransaction | undefined,
  operations: OperationsConfig,
): string | undefined => {
  if (launch === undefined) return 'no transaction minted its NFT'
  if (launch.mint.get(row.token) !== EMISSION) return 'its launch did not mint its token'
  const { after } = poolIn(launch, row.nft, [operations.curve.scriptHash])
  if (after === undefined) return 'its launch made no pool'
  if (!isPaidFor(after, row.token))
    return `it was not paid for: ${after.lovelace} lovelace, ${after.assets.get(row.token) ?? 0n} tokens left`
  if (!operations.curve.listUnknownTiers && row.tier === null) return 'its tier is none'
  return undefined
}

const wrongNow = (row: PoolRow, ledger: RawLedger, operations: OperationsConfig): string | undefined => {
  if (row.venue === 'closed') return undefined
  const reference = formatOutputReference({
    transaction: row.output_transaction.toString('hex'),
    index: Number(row.output_index),
  })
  const output = ledger.unspent.get(reference)
  if (output === undefined) return `its output ${reference} is not unspent`
  const held = { lovelace: output.lovelace, tokens: output.assets.get(row.token) ?? 0n }
  const isExact = row.venue === 'curve'
  if (output.assets.get((isExact ? row.nft : row.amm_nft) ?? '') !== 1n) return 'its output has not its NFT'
  if (isExact && (row.lovelace !== held.lovelace || row.tokens !== held.tokens))
    return `it has ${held.lovelace} and ${held.tokens}, not ${row.lovelace} and ${row.tokens}`
  if (row.lovelace > held.lovelace || row.tokens > held.tokens || row.lovelace < 0n || row.tokens < 0n)
    return `its reserves ${row.lovelace} and ${row.tokens} exceed its value`
  if (isExact && output.address.slice(2, 58) !== operations.curve.scriptHash) return 'it is not at the curve'
  const [a, b] = curveOf(output) ?? [0n, 0n]
  const cap = poolCapOf(curvePrice(a, b, held.tokens))
  if (isExact && row.market_cap !== cap) return `its market cap is ${cap}, not ${row.market_cap}`
  return undefined
}

export function* checkPools(folded: Folded, earlier: readonly EarlierPool[]): Generator<Finding> {
  const { database, ledger, operations } = folded
  const rows = rowsOf<PoolRow>(
    folded,
    'SELECT nft, token, venue, amm_nft, adopted, tier, output_transaction, output_index, lovelace, tokens, volume, trades, market_cap FROM pools',
  )
  const launches = new Map<AssetId, PlacedTransaction>()
  for (const transaction of ledger.transactions.values())
    for (const [asset, quantity] of transaction.mint) if (quantity > 0n) launches.set(asset, transaction)
  const totals = database
    .prepare('SELECT coalesce(sum(lovelace), 0) AS volume, count(*) AS trades FROM trades WHERE pool = ?')
    .safeIntegers()
  for (const row of rows) {
    const launch = launches.get(row.nft)
    const known = earlier.find(({ nft }) => nft === row.nft)
    const seen = (what: string) => `pool ${row.nft} of ${row.token}: ${what}`
    if (row.adopted === 1n && known === undefined)
      yield new Finding('only existing pools are adopted', seen('it was not'), launch?.block)
    const unpaid = row.adopted === 1n ? undefined : wrongLaunch(row, launch, operations)
    if (unpaid !== undefined) yield new Finding('every listed pool was paid for', seen(unpaid), launch?.block)
    const now = wrongNow(row, ledger, operations)
    if (now !== undefined) {
      const last = ledger.transactions.get(row.output_transaction.toString('hex'))
      yield new Finding('a pool matches the chain', seen(now), last?.block)
    }
    const { volume, trades } = totals.get(row.nft) as Totals
    if (volume !== row.volume || trades !== row.trades)
      yield new Finding('totals match the trades', seen(`${row.volume} in ${row.trades}`))
  }
}
