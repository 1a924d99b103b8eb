// The recorded chain with many wallets. A person's orders are divided by token among several wallets. Only the owners are changed: in an
// order's datum, and in the address of the output that answers the order.
import { createHash } from 'node:crypto'
import { formatAddress } from '../../schema/codecs/address.ts'
import { parseLossless, stringifyLossless } from '../../schema/ogmios/lossless-json.ts'
import { isRecord } from '../../schema/ogmios/read-json.ts'
import { RawLedger } from '../hostile/raw-ledger.ts'
import type { Recorded } from './comparison.ts'
import { termsOf } from './plain-orders.ts'
import { foldPools } from './pool-fold.ts'

/** Each wallet of a person orders an equal share of the tokens. */
const SHARES = 16

const digest = (text: string): string => createHash('sha256').update(text).digest('hex')

const keyOf = (person: string, token: string): string =>
  digest(`${person} ${Number.parseInt(digest(token).slice(0, 8), 16) % SHARES}`).slice(0, 56)

interface Change {
  readonly address?: string
  readonly datum?: string
}

const changesOf = (recorded: Recorded): Map<string, Change> => {
  const changes = new Map<string, Change>()
  // A creator must have spent a coin in the launch.
  const creators = new Set([...foldPools(recorded).values()].map(({ author }) => author.pkh))
  const owners = new Map<string, { readonly address: string; readonly next: string }>()
  for (const { outputs, spent } of recorded.ledger.transactions.values()) {
    spent.forEach((order, at) => {
      const owner = order && owners.get(order.reference)
      const answer = outputs[at]
      if (owner !== undefined && answer?.address === owner.address)
        changes.set(answer.reference, { address: formatAddress(owner.next) })
    })
    for (const output of outputs) {
      const terms = termsOf(recorded, output)
      if (terms === undefined || output.datum === undefined) continue
      const { address, token } = terms
      const key = address.slice(2, 58)
      if (creators.has(key)) continue
      const next = keyOf(key, token)
      owners.set(output.reference, { address, next: address.slice(0, 2) + next + address.slice(58) })
      changes.set(output.reference, { datum: output.datum.replaceAll(key, next) })
    }
  }
  return changes
}

const items = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

export const withManyWallets = (recorded: Recorded): Recorded => {
  const changes = changesOf(recorded)
  const changed = (transaction: unknown): unknown =>
    isRecord(transaction) && {
      ...transaction,
      outputs: items(transaction.outputs).map(
        (output, index) => isRecord(output) && { ...output, ...changes.get(`${transaction.id}#${index}`) },
      ),
    }
  const blocks = recorded.blocks.map((block) => {
    const parsed = parseLossless(block.json.toString())
    if (!isRecord(parsed)) return block
    const transactions = items(parsed.transactions).map(changed)
    return { ...block, json: Buffer.from(stringifyLossless({ ...parsed, transactions })) }
  })
  return { ...recorded, blocks, ledger: new RawLedger(blocks) }
}
