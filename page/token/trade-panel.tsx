// The panel to buy and sell: an amount, the service's quote for it, and a button that builds, signs and sends the order.
import './trade-panel.css'
import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { dataOf, ServiceError } from '../../client/response.ts'
import type { OrderQuote } from '../../schema/responses/builder.ts'
import { isCurrent } from '../chain.ts'
import { fetching } from '../fetching.ts'
import { NameMarks } from '../name-marks.tsx'
import { amountOf, amountProblem, typedAmount } from '../parts/amount.ts'
import { Button, Select, setting } from '../parts/controls.tsx'
import { Pairs, Problem } from '../parts/details/panel.tsx'
import { ExactAda, Price } from '../parts/details/price.tsx'
import { draft } from '../parts/draft.ts'
import { compact, exact, whole } from '../parts/format.ts'
import { Icon } from '../parts/icons.tsx'
import { stored } from '../parts/stored.ts'
import { isRefusal, wordsOf } from '../parts/words-of.ts'
import { isComplete, type Pool } from '../pools.ts'
import { client } from '../service.ts'
import type { Sending } from '../wallet/sending.ts'
import { SendingLine, SentAs } from '../wallet/sending-line.tsx'
import { type Side, type Slippage, sendings, sendOrder } from '../wallet/transactions.ts'
import { isConnecting, lovelace, ownAmount, ownOrders, wallet } from '../wallet/wallet.ts'
import { sidesOf } from './order-list.ts'
import { FeeRule, QuoteLines, SpokenQuote } from './quote.tsx'

const SLIPPAGES: readonly (readonly [Slippage, string])[] = [
  ['15', '15%'],
  ['30', '30%'],
  ['50', '50%'],
  ['75', '75%'],
  ['infinity', 'any price'],
]
const slippage = stored<Slippage>('slippage', ['15', '30', '50', '75', 'infinity'])
const ADA_AMOUNTS = [25, 100, 250, 1_000]
const SHARES = [25, 50, 75, 100]
const partOf = (balance = 0n, percent: number): bigint => (balance * BigInt(percent)) / 100n
/** Time in ms after the last key until a quote is fetched. */
const QUOTE_DELAY_MS = 150

const WORDS = {
  Pending: 'In a block. It is usually filled within a few blocks.',
  MempoolEvaluated: 'It is being filled.',
  MempoolRefunded: 'It is being cancelled.',
  Refunded: 'Cancelled: the funds are back in the wallet.',
} as const

/** The state of a sent order, read from the wallet's orders. */
const OrderState = ({ entityId, ticker }: { entityId: string; ticker: string }) => {
  const order = ownOrders.value.find((each) => each.entityId === entityId)
  const sentAs = <SentAs txHash={entityId.slice(0, 64)} />
  if (order === undefined) return sentAs
  if (order.status === 'Mempool') return <>{sentAs}: it waits for a block.</>
  if (order.status !== 'Evaluated') return <>{WORDS[order.status]}</>
  const { isBuy, lovelace, tokens } = sidesOf(order)
  return (
    <>
      Filled: {isBuy ? 'bought' : 'sold'} {compact(Number(tokens))} <bdi>{ticker}</bdi> for{' '}
      <ExactAda lovelace={lovelace} />, <Price lovelace={Number(lovelace) / Number(tokens)} /> each.
    </>
  )
}

/** Whether an order was refused because the price moved after its quote. */
const hasMoved = (sending: Sending | undefined): boolean =>
  sending?.state === 'refused' &&
  sending.error instanceof ServiceError &&
  sending.error.code === 'QUOTE_BELOW_MIN_OUTPUT'

/** @param props.first side at first; by default the last one */
export const TradePanel = ({ pool, first }: { pool: Pool; first?: Side }) => {
  const { asset, ticker } = pool.info
  const keptSide = draft(`side ${asset}`)
  const side = useSignal<Side>(first ?? (keptSide.peek() === 'SELL' ? 'SELL' : 'BUY'))
  const text = draft(`amount ${asset}`)
  /** The last quote, and what it is of. */
  const quoted = useSignal<{ readonly of: string; readonly quote: OrderQuote } | undefined>(undefined)
  const refusal = useSignal<string | undefined>(undefined)
  const sending = sendings.of('order', asset)
  /** The refused order after which another quote is needed. */
  const moved = hasMoved(sending) ? sending : undefined

  const isBuy = side.value === 'BUY'
  const balance = ownAmount(asset)
  const decimals = isBuy ? 6 : 0
  const amount = amountOf(text.value, decimals)
  const problem = amountProblem(text.value, decimals)
  // An unknown balance refuses nothing: the service checks the wallet's outputs.
  const spare = isBuy ? lovelace.value : balance
  const isTooMuch = amount !== undefined && spare !== undefined && amount > spare

  // A new output of the pool means another price, and so another quote.
  const of = `${asset} ${amount} ${side.value} ${slippage.value} ${pool.pool.outputId.transactionId}`
  // An earlier quote of the same amount stays until the next one arrives; nothing is sent by it.
  const isQuoted = quoted.value?.of === of
  const quote = quoted.value?.of.startsWith(`${asset} ${amount} ${side.value} `)
    ? quoted.value.quote
    : undefined

  useEffect(() => {
    if (amount === undefined || isComplete(pool)) {
      refusal.value = undefined
      return
    }
    const body = { assetId: asset, amount: `${amount}`, side: side.value, slippage: slippage.value }
    const get = fetching('the quote', {
      delay: QUOTE_DELAY_MS,
      load: async (signal) => {
        try {
          return dataOf(await client.POST('/order/quote', { body, signal }))
        } catch (error) {
          // A refusal is a response about this amount; any other failure is tried again.
          if (isRefusal(error)) return wordsOf(error)
          throw error
        }
      },
      apply: (response) => {
        quoted.value = typeof response === 'string' ? undefined : { of, quote: response }
        refusal.value = typeof response === 'string' ? response : undefined
      },
    })
    get()
    return get.cancel
  }, [of, moved])

  const choose = (next: Side) => {
    side.value = next
    keptSide.value = next
    text.value = ''
    sendings.clear('order', asset)
  }
  // Without a wallet the button asks for one.
  const isClosed =
    wallet.value !== undefined &&
    (!isCurrent.value ||
      sendings.isBusy('order', asset) ||
      amount === undefined ||
      isTooMuch ||
      quote === undefined ||
      !isQuoted)
  const send = async () => {
    if (wallet.value === undefined || quote === undefined) {
      isConnecting.value = true
      return
    }
    // A refusal for a moved price asks for another quote.
    await sendOrder({
      assetId: asset,
      amount: `${amount}`,
      side: side.value,
      slippage: slippage.value,
      minOutput: quote.leastOutputAmount,
    })
    const after = sendings.of('order', asset)
    if (hasMoved(after)) quoted.value = undefined
    if (after?.state !== 'refused') text.value = ''
  }
  const verb = isBuy ? 'Buy' : 'Sell'
  const amountWords = amount === undefined ? '' : isBuy ? `₳${exact(amount, 6)} of ` : `${exact(amount, 0)} `
  const least = quote?.leastOutputAmount ?? '0'
  const leastWords = isBuy ? `${exact(least, 0)} ${ticker}` : `₳${exact(least, 6)}`
  const outcome = moved ? (
    <output class="outcome failed">
      {isQuoted
        ? `The price moved: at least ${leastWords} now. Nothing was sent.`
        : 'The price moved. Nothing was sent.'}
    </output>
  ) : (
    <SendingLine of={sending}>
      {sending && 'sent' in sending && <OrderState entityId={sending.sent.id} ticker={ticker} />}
    </SendingLine>
  )
  if (isComplete(pool))
    return (
      <section class="panel trade column" aria-label="Trade">
        <p class="outcome">
          Trading pauses: the curve is complete, and no order can be filled until the AMM pool opens. This
          panel opens again by itself.
        </p>
        {outcome}
      </section>
    )
  return (
    <section class="panel trade column" aria-label="Trade">
      <fieldset class="sides">
        <legend class="sr">Side</legend>
        <Button class="buy" aria-pressed={isBuy} onClick={() => choose('BUY')}>
          Buy
        </Button>
        <Button class="sell" aria-pressed={!isBuy} onClick={() => choose('SELL')}>
          Sell
        </Button>
      </fieldset>
      <label class="amount row">
        <span class="sr">Amount in {isBuy ? 'ADA' : ticker}</span>
        <input
          class="grow"
          inputMode="decimal"
          autoComplete="off"
          placeholder="0"
          maxLength={24}
          value={text.value}
          onInput={(event) => {
            text.value = event.currentTarget.value
            sendings.clear('order', asset)
          }}
          onBlur={() => {
            if (amount !== undefined) text.value = typedAmount(amount, decimals)
          }}
        />
        <span class="muted">{isBuy ? '₳ ADA' : <bdi>{ticker}</bdi>}</span>
      </label>
      <div class="quick">
        {isBuy
          ? ADA_AMOUNTS.map((ada) => (
              <Button class="" key={ada} onClick={setting(text, `${ada}`)}>
                ₳{whole(ada)}
              </Button>
            ))
          : SHARES.map((share) => (
              <Button
                class=""
                key={share}
                disabled={!balance}
                onClick={setting(text, `${partOf(balance, share)}`)}
              >
                {share}%
              </Button>
            ))}
      </div>
      {quote === undefined ? (
        text.value === '' && <FeeRule />
      ) : (
        <QuoteLines quote={quote} isBuy={isBuy} ticker={ticker} />
      )}
      <p class="marks">
        <NameMarks of={pool} />
      </p>
      <SpokenQuote words={quote === undefined ? '' : `You receive at least ${leastWords}.`} />
      <Pairs
        of={{
          'Max. slippage': (
            <Select label="Maximum slippage below the quoted amount" choices={SLIPPAGES} chosen={slippage} />
          ),
        }}
      />
      {problem !== undefined && <p class="outcome failed">{problem}</p>}
      {refusal.value !== undefined && <p class="outcome failed">{refusal.value}</p>}
      {isTooMuch && (
        <Problem
          words={isBuy ? `The wallet has ₳${exact(spare, 6)}.` : `You have ${exact(spare, 0)} ${ticker}.`}
        />
      )}
      <Button class={isBuy ? 'go buy' : 'go sell'} isClosed={isClosed} onClick={() => void send()}>
        {wallet.value === undefined && <Icon name="wallet" size={15} />}
        {wallet.value === undefined ? `Connect to ${verb.toLowerCase()}` : `${verb} ${amountWords}${ticker}`}
      </Button>
      {wallet.value !== undefined && !isCurrent.value && (
        <p class="outcome">The page does not have the current price, so nothing can be sent.</p>
      )}
      {outcome}
      {wallet.value !== undefined && (
        <p class="muted small">
          Wallet: <ExactAda lovelace={lovelace.value} />
          {balance !== undefined && balance > 0n && ` · ${compact(Number(balance))} ${ticker}`}
        </p>
      )}
    </section>
  )
}
