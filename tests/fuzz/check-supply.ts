// Checks launched tokens against the blocks alone. A listed token has exactly the units of its launch. Its holders are the owners of
// outputs since the launch. Its creator spent an input of the launch.
import { formatAddress } from '../../schema/codecs/address.ts'
import { type AssetId, policyOf } from '../../schema/primitives.ts'
import { isAt, type PlacedTransaction, type RawOutput } from '../hostile/raw-ledger.ts'
import { reserveScripts } from '../independent/plain-pools.ts'
import { Finding } from './finding.ts'
import type { Folded } from './folded.ts'

interface LaunchedRow {
  readonly id: number
  readonly nft: AssetId
  readonly token: AssetId
  readonly venue: string
  readonly info: string
}

interface Placed {
  readonly at: number
  readonly transaction: PlacedTransaction
}

const otherUnits = (
  { token, venue }: LaunchedRow,
  { at: launchedAt }: Placed,
  minting: readonly Placed[],
): string | undefined => {
  if (minting.some(({ at }) => at < launchedAt)) return 'its policy minted before'
  if (venue === 'closed') return undefined
  for (const { at, transaction } of minting)
    if (at > launchedAt && (transaction.mint.get(token) ?? 0n) > 0n) return 'it was minted again'
  return undefined
}

/** Reads a quantity from the hex of a row: the length of the number in bytes, then the number. */
export const quantityOf = (hex: string): bigint => BigInt(`0x0${hex.slice(2)}`)

const holdingsOf = (
  token: AssetId,
  unspent: Iterable<RawOutput>,
  chain: ReadonlyMap<string, number>,
  launchedAt: number,
  reserves: readonly string[],
): Map<string, bigint> => {
  const holdings = new Map<string, bigint>()
  for (const output of unspent) {
    const quantity = output.assets.get(token) ?? 0n
    if (quantity === 0n || isAt(reserves, output) || (chain.get(output.reference) ?? 0) < launchedAt) continue
    const owner = formatAddress(output.address)
    holdings.set(owner, (holdings.get(owner) ?? 0n) + quantity)
  }
  return holdings
}

const authorOf = (info: string): string | undefined => {
  const { author }: { author?: { paymentKey: string } | null } = JSON.parse(info)
  return author?.paymentKey
}

/** All inputs are known, and none belongs to the key. */
const isStranger = ({ spent }: PlacedTransaction, key: string): boolean =>
  spent.every((output) => output !== undefined && output.address.slice(2, 58) !== key)

export function* checkSupply({ database, ledger, operations }: Folded): Generator<Finding> {
  const rows = database
    .prepare(
      'SELECT pools.id, nft, token, venue, info FROM pools JOIN launches ON launches.pool = pools.id WHERE NOT adopted',
    )
    .all() as LaunchedRow[]
  const holders = database.prepare('SELECT address, hex(quantity) AS quantity FROM holders WHERE pool = ?')
  const reserves = reserveScripts(operations)
  const chain = new Map<string, number>()
  const minting = new Map<string, Placed[]>()
  for (const [at, transaction] of [...ledger.transactions.values()].entries()) {
    for (const { reference } of transaction.outputs) chain.set(reference, at)
    for (const policy of new Set([...transaction.mint.keys()].map(policyOf)))
      minting.set(policy, [...(minting.get(policy) ?? []), { at, transaction }])
  }
  for (const row of rows) {
    const minters = minting.get(policyOf(row.token)) ?? []
    const launch = minters.find(({ transaction }) => (transaction.mint.get(row.nft) ?? 0n) > 0n)
    if (launch === undefined) continue
    const finding = (rule: string, seen: string): Finding =>
      new Finding(rule, `token ${row.token}: ${seen}`, launch.transaction.block)
    const other = otherUnits(row, launch, minters)
    if (other !== undefined) yield finding('the launch minted all units of a listed token', other)
    const author = authorOf(row.info)
    if (author !== undefined && isStranger(launch.transaction, author))
      yield finding('the author of a token spent an input of its launch', author)
    const held = holdingsOf(row.token, ledger.unspent.values(), chain, launch.at, reserves)
    for (const { address, quantity } of holders.all(row.id) as { address: string; quantity: string }[]) {
      if (held.get(address) !== quantityOf(quantity))
        yield finding(
          'holders match the outputs',
          `${address} has ${held.get(address) ?? 0n}, not ${quantityOf(quantity)}`,
        )
      held.delete(address)
    }
    if (held.size > 0) yield finding('holders match the outputs', `${[...held.keys()][0]} is none`)
  }
}
