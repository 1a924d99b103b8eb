// Connects a wallet, and follows its holdings and orders while it is connected. This file is loaded with the panel of wallets, or
// where a wallet was connected before.
import { batch, effect } from '@preact/signals'
import { dataOf } from '../../../client/answer.ts'
import { initialState } from '../../../client/initial-state.ts'
import { network, status } from '../chain.ts'
import { loadPart } from '../later.tsx'
import { fetching, follow } from '../loading.ts'
import { KEYS, kept, store } from '../parts/stored.ts'
import { client } from '../service.ts'
import { withOrder, withoutOrder } from '../token/order-list.ts'
import { connectExtension, type Extension, extensions, type Wallet } from './cip30.ts'
import { lovelace, ownOrders, tokens, wallet } from './wallet.ts'

const PAGE = 1_000
/** Maximum number of pages of outputs that are added up. */
const PAGES = 20

/** Fetches the lovelace and tokens of a payment key hash. */
const fetchHoldings = async (pkh: string): Promise<void> => {
  let ada = 0n
  const balances = new Map<string, bigint>()
  for (let page = 0; page < PAGES; page++) {
    const body = { pkh, limit: PAGE, offset: page * PAGE }
    const outputs = dataOf(await client.POST('/getUtxos', { body }))
    for (const { value } of outputs)
      for (const { unit, amount } of value)
        if (unit === 'lovelace') ada += BigInt(amount)
        else balances.set(unit, (balances.get(unit) ?? 0n) + BigInt(amount))
    if (outputs.length < PAGE) break
  }
  if (wallet.peek()?.pkh !== pkh) return
  batch(() => {
    lovelace.value = ada
    const known = tokens.peek()
    const isSame =
      known.size === balances.size && [...balances].every(([unit, amount]) => known.get(unit) === amount)
    if (!isSame) tokens.value = balances
  })
}

/** Time in ms from a block or a change of an order until the wallet's outputs are fetched. */
const FETCH_DELAY = 300
/** Minimum interval in ms between two such fetches, for chains with a block a second. */
const FETCH_PAUSE = 2_000

/** Whether an order of the wallet is in the mempool: its change is no output yet, so the earlier figures are more accurate. */
const isInMempool = (): boolean => ownOrders.peek().some(({ status }) => status.startsWith('Mempool'))

const followWallet = ({ address, pkh }: Wallet): (() => void) => {
  const changed = fetching(
    'the wallet',
    FETCH_DELAY,
    async () => {
      if (lovelace.peek() === undefined || !isInMempool()) await fetchHoldings(pkh)
    },
    FETCH_PAUSE,
  )
  // Any block may have changed outputs of the wallet: by an order, a launch, or a payment from elsewhere.
  const endBlocks = effect(() => {
    if (status.value?.models) changed()
  })
  const end = follow(
    'the own orders',
    'UserHistoryByAddress',
    { address },
    {
      initial: {
        fetch: () => initialState.UserHistoryByAddress(client, { address }),
        apply: (orders) => {
          ownOrders.value = orders
          changed()
        },
      },
      onData: (order) => {
        ownOrders.value = withOrder(ownOrders.peek(), order)
        changed()
      },
      onRemoved: (order) => {
        ownOrders.value = withoutOrder(ownOrders.peek(), order)
        changed()
      },
    },
  )
  return () => {
    endBlocks()
    changed.cancel()
    end()
  }
}

let endFollowing = (): void => {}

const replaceWallet = (connected: Wallet): void => {
  disconnect()
  wallet.value = connected
  endFollowing = followWallet(connected)
}

/** Ends the connection, and forgets the wallet. */
export const disconnect = (): void => {
  store(KEYS.wallet, undefined)
  endFollowing()
  endFollowing = () => {}
  batch(() => {
    wallet.value = undefined
    lovelace.value = undefined
    tokens.value = new Map()
    ownOrders.value = []
  })
}

/**
 * @param isWanted whether the person still wants the wallet when it answers
 * @throws {Error} whose message is shown to the person
 */
export const connect = async (
  extension: Extension | 'devnet',
  isWanted = (): boolean => true,
): Promise<void> => {
  const connected =
    extension === 'devnet'
      ? await loadPart(() => import('./devnet-wallet.ts')).then(({ connectDevnet }) => connectDevnet())
      : await connectExtension(extension, network.peek() ?? '')
  if (!isWanted()) return
  replaceWallet(connected)
  store(KEYS.wallet, extension === 'devnet' ? extension : extension.id)
}

/** Time in ms in which extensions add their wallets to a page. */
const EXTENSION_DELAY = 500

/** Connects the wallet of the last visit, if it needs no question to the person. */
export const reconnect = (): void => {
  const id = kept(KEYS.wallet)
  if (id === null) return
  const again = async (): Promise<void> => {
    if (wallet.peek() !== undefined) return
    if (id === 'devnet') return network.peek() === 'devnet' ? connect(id) : undefined
    const extension = extensions().find((each) => each.id === id)
    if (extension !== undefined && (await extension.isEnabled())) await connect(extension)
  }
  let isAsked = false
  network.subscribe((name) => {
    if (name === undefined || isAsked) return
    isAsked = true
    // A wallet that does not answer counts as absent: the person can connect one.
    setTimeout(() => void again().catch(() => {}), EXTENSION_DELAY)
  })
}
