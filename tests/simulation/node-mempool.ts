// The mempool of an episode's node. The mempool has the next block's transactions until the node adopts that block.
import { EventEmitter } from 'eventemitter3'
import type { BuiltTransaction } from '../../devnet/chain/build-transaction.ts'
import type { Chain } from '../../devnet/chain/chain.ts'
import { mempoolMethods, type NodeWithMempool } from '../../devnet/ogmios/mempool-methods.ts'
import type { ConnectionMethods } from '../../devnet/ogmios/methods.ts'

const FORM = {
  json: ({ json }: BuiltTransaction) => json,
  size: (transactions: readonly BuiltTransaction[]) =>
    transactions.reduce((sum, { json }) => sum + json.length, 0),
}

export class NodeMempool extends EventEmitter<{ change: [] }> implements NodeWithMempool<BuiltTransaction> {
  readonly chain: Chain
  readonly mempoolCapacity = 1_000_000
  mempool: readonly BuiltTransaction[] = []

  constructor(chain: Chain) {
    super()
    this.chain = chain
    chain.on('forward', () => this.#empty())
    chain.on('backward', () => this.#empty())
  }

  get slot(): number {
    return this.chain.last?.point.slot ?? 0
  }

  readonly methods: ConnectionMethods = (closed) => [mempoolMethods(this, FORM, closed)]

  take(transactions: readonly BuiltTransaction[]): void {
    this.mempool = transactions
    this.emit('change')
  }

  #empty(): void {
    this.take([])
  }
}
