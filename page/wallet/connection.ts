// Connects a wallet, and follows its holdings and orders while it is connected. This file is loaded with the wallet panel, or at the page's
// start if a wallet was connected before.
import { batch } from '@preact/signals'
import { initialState } from '../../client/initial-state.ts'
import type { Holdings } from '../../client/signing/holdings-of.ts'
import { withOrder, withoutOrder } from '../../client/trading/order-list.ts'
import type { ApiOrder } from '../../schema/responses/orders.ts'
import { network, status } from '../chain.ts'
import { keepFetching, PAUSE_MS, SOON_MS } from '../fetching.ts'
import { loadPart } from '../later.tsx'
import { follow } from '../loading.ts'
import { isTrader } from '../parts/link.ts'
import { KEYS, kept, store } from '../parts/stored.ts'
import { client } from '../service.ts'
import { connectExtension, type Extension, extensions, type Wallet } from './cip30.ts'
import { lovelace, ownOrders, tokens, wallet } from './wallet.ts'

/** Unknown amounts keep the last values. */
const showHoldings = (holdings: Holdings | undefined): void => {
  if (holdings === undefined) return
  batch(() => {
    lovelace.value = holdings.lovelace
    const known = tokens.peek()
    const isSame =
      known?.size === holdings.tokens.size &&
      [...holdings.tokens].every(([unit, amount]) => known.get(unit) === amount)
    if (!isSame) tokens.value = holdings.tokens
  })
}

const followWallet = (own: Wallet): (() => void) => {
  const endHoldings = keepFetching('the wallet', {
    delay: SOON_MS,
    pause: PAUSE_MS.wallet,
    load: () => own.holdings(),
    apply: showHoldings,
    // Any block may change the wallet's outputs by an order, a launch, or a payment.
    when: () => status.value?.models && [ownOrders.value],
  })
  let known: readonly ApiOrder[] = []
  const told = new Set<string>()
  const setOrders = (orders: readonly ApiOrder[]): void => {
    known = orders
    if (told.size === own.addresses.size) ownOrders.value = known
  }
  const ends = [...own.addresses].map(([key, address]) =>
    follow(
      'your orders',
      'UserHistoryByAddress',
      { address },
      {
        initial: {
          fetch: () => initialState.UserHistoryByAddress(client, { address }),
          apply: (orders) => {
            told.add(key)
            const others = known.filter(({ pkh }) => pkh !== key)
            setOrders([...others, ...orders].sort((a, b) => b.timestamp - a.timestamp))
          },
        },
        onData: (order) => setOrders(withOrder(known, order)),
        onRemoved: (order) => setOrders(withoutOrder(known, order)),
      },
    ),
  )
  return () => {
    endHoldings()
    for (const end of ends) end()
  }
}

/** Fulfilled when the service has named its network. */
const knownNetwork = new Promise<string>((resolve) => {
  network.subscribe((name) => {
    if (name !== undefined) resolve(name)
  })
})

let endFollowing = (): void => {}
/** Wallets that were chosen, connected or disconnected. */
let choices = 0

export const disconnect = (): void => {
  choices += 1
  store(KEYS.wallet, undefined)
  endFollowing()
  endFollowing = () => {}
  batch(() => {
    wallet.value = undefined
    lovelace.value = undefined
    tokens.value = undefined
    ownOrders.value = undefined
  })
}

/** A person may choose another wallet, or none, while one is connected. */
const unlessChosen = (): (() => boolean) => {
  const before = choices
  return () => choices === before
}

/** Connects the same wallet again. */
const accountChanged = (extension: Extension): void => {
  if (wallet.peek()?.name !== extension.name) return
  disconnect()
  void connect(extension).catch(() => {})
}

/**
 * The last choice counts, in whatever order wallets respond.
 * @param choice a wallet of the browser, `devnet`, or the address of a wallet to view
 * @throws {Error} whose message is shown to the person
 */
export const connect = async (choice: Extension | string): Promise<void> => {
  choices += 1
  const isWanted = unlessChosen()
  const connected =
    choice === 'devnet'
      ? await loadPart(() => import('./devnet-wallet.ts')).then(({ connectDevnet }) => connectDevnet())
      : typeof choice === 'string'
        ? (await loadPart(() => import('./view-only.ts'))).viewOnly(choice)
        : await connectExtension(choice, knownNetwork, () => accountChanged(choice))
  if (!isWanted()) return
  disconnect()
  wallet.value = connected
  endFollowing = followWallet(connected)
  store(KEYS.wallet, typeof choice === 'string' ? choice : choice.id)
}

/** Time in ms in which extensions add their wallets to a page. */
const EXTENSION_DELAY_MS = 500

/** Connects the wallet of the last visit, if the wallet does not have to ask the person. */
export const reconnect = (): void => {
  const id = kept(KEYS.wallet)
  if (id === null) return
  const again = async (): Promise<void> => {
    if (wallet.peek() !== undefined) return
    const isWanted = unlessChosen()
    if (id === 'devnet') return network.peek() === 'devnet' ? connect(id) : undefined
    if (isTrader(id)) return connect(id)
    const extension = extensions().find((each) => each.id === id)
    if (extension !== undefined && (await extension.isEnabled()) && isWanted()) await connect(extension)
  }
  // A wallet that does not respond counts as absent.
  void knownNetwork.then(() => setTimeout(() => void again().catch(() => {}), EXTENSION_DELAY_MS))
}
