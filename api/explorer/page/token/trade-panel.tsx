// The panel to buy and sell: an amount, the service's quote for it, and a button that builds, signs and sends the order.
import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { OrderQuote } from '../../../../schema/answers/builder.ts'
import { dataOf } from '../../../client/answer.ts'
import { fetching } from '../loading.ts'
import { amountOf } from '../parts/amount.ts'
import { Fact } from '../parts/facts.tsx'
import { ada, compact, whole } from '../parts/format.ts'
import { Icon } from '../parts/icons.tsx'
import { LookUp } from '../parts/look-up.tsx'
import { ExactAda, Price } from '../parts/parts.tsx'
import { Select } from '../parts/select.tsx'
import { setting } from '../parts/setting.ts'
import { stored } from '../parts/stored.ts'
import { isRefusal, wordsOf } from '../parts/words-of.ts'
import { isComplete, type Pool } from '../pools.ts'
import { client } from '../service.ts'
import { type Side, type Slippage, sendOrder } from '../wallet/transactions.ts'
import { isConnecting, lovelace, ownOrders, tokens, wallet } from '../wallet/wallet.ts'
import { FeeRule, QuoteLines } from './quote.tsx'

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
/** Time in ms after the last key until a quote is fetched. */
const QUOTE_DELAY = 150

type Outcome = { readonly kind: 'busy' | 'done' | 'failed'; readonly message: string }

/** The state of the order that the panel sent, read from the wallet's orders. */
const Sent = ({ entityId, ticker }: { entityId: string; ticker: string }) => {
  const order = ownOrders.value.find((each) => each.entityId === entityId)
  const wasSeen = useRef(false)
  if (order !== undefined) wasSeen.current = true
  const sentAs = (
    <>
      Sent as{' '}
      <LookUp kind="transaction" id={entityId.slice(0, 64)}>
        {entityId.slice(0, 8)}…
      </LookUp>
    </>
  )
  if (order === undefined)
    return wasSeen.current ? (
      <>The order was dropped before it was in a block. The wallet still has the funds.</>
    ) : (
      sentAs
    )
  const { from, fromAmount, toAmount, status } = order
  const isBuy = from === '.'
  const lovelace = isBuy ? fromAmount : toAmount
  const tokens = isBuy ? toAmount : fromAmount
  if (status === 'Mempool') return <>{sentAs}: it waits for a block.</>
  if (status === 'Pending') return <>In a block. It is usually filled within a few blocks.</>
  if (status === 'MempoolEvaluated') return <>It is being filled.</>
  if (status === 'MempoolRefunded') return <>It is being cancelled.</>
  if (status === 'Refunded') return <>Cancelled: the funds are back in the wallet.</>
  return (
    <>
      Filled: {isBuy ? 'bought' : 'sold'} {compact(Number(tokens))} <bdi>{ticker}</bdi> for{' '}
      <ExactAda lovelace={lovelace} />, <Price lovelace={Number(lovelace) / Number(tokens)} /> each.
    </>
  )
}

export const TradePanel = ({ pool, first = 'BUY' }: { pool: Pool; first?: Side }) => {
  const { asset, ticker } = pool.info
  const side = useSignal<Side>(first)
  const text = useSignal('')
  /** The last quote and its amount. It is shown until the next quote for the same amount arrives. */
  const quoted = useSignal<{ readonly of: string; readonly quote: OrderQuote } | undefined>(undefined)
  const refusal = useSignal<string | undefined>(undefined)
  const outcome = useSignal<Outcome | undefined>(undefined)
  const sent = useSignal<string | undefined>(undefined)

  const isBuy = side.value === 'BUY'
  const balance = tokens.value.get(asset) ?? 0n
  const amount = amountOf(text.value, isBuy ? 6 : 0)
  const spare = wallet.value === undefined ? undefined : isBuy ? (lovelace.value ?? 0n) : balance
  const isTooMuch = amount !== undefined && spare !== undefined && amount > spare

  const of = `${asset} ${amount} ${side.value}`
  const quote = quoted.value?.of === of ? quoted.value.quote : undefined

  useEffect(() => {
    if (amount === undefined || isComplete(pool)) {
      refusal.value = undefined
      return
    }
    const body = { assetId: asset, amount: `${amount}`, side: side.value, slippage: slippage.value }
    const get = fetching('the quote', QUOTE_DELAY, async () => {
      try {
        const quote = dataOf(await client.POST('/order/quote', { body }))
        if (isOver) return
        quoted.value = { of, quote }
        refusal.value = undefined
      } catch (error) {
        if (isOver) return
        // A refusal is an answer about this amount; any other failure is tried again.
        if (!isRefusal(error)) throw error
        quoted.value = undefined
        refusal.value = wordsOf(error)
      }
    })
    let isOver = false
    get()
    return () => {
      isOver = true
      get.cancel()
    }
    // A new output of the pool means another price, and so another quote.
  }, [asset, `${amount}`, side.value, slippage.value, pool.pool.outputId.transactionId])

  const choose = (next: Side) => {
    side.value = next
    text.value = ''
    outcome.value = undefined
    sent.value = undefined
  }
  const send = async () => {
    if (wallet.value === undefined) {
      isConnecting.value = true
      return
    }
    sent.value = undefined
    outcome.value = { kind: 'busy', message: 'Building and signing…' }
    try {
      sent.value = await sendOrder({
        assetId: asset,
        amount: `${amount}`,
        side: side.value,
        slippage: slippage.value,
      })
      outcome.value = undefined
      text.value = ''
    } catch (error) {
      outcome.value = { kind: 'failed', message: wordsOf(error) }
    }
  }
  const verb = isBuy ? 'Buy' : 'Sell'
  const canSend =
    outcome.value?.kind !== 'busy' &&
    (wallet.value === undefined || (amount !== undefined && !isTooMuch && quote !== undefined))
  const outcomes = (
    <>
      <output class={`outcome ${outcome.value?.kind ?? ''}`} hidden={outcome.value === undefined}>
        {outcome.value?.message}
      </output>
      {sent.value !== undefined && (
        <output class="outcome done">
          <Sent key={sent.value} entityId={sent.value} ticker={ticker} />
        </output>
      )}
    </>
  )
  if (isComplete(pool))
    return (
      <section class="panel trade" aria-label="Trade">
        <p class="outcome">
          Trading pauses: the curve is complete, and no order can be filled until the AMM pool opens. This
          panel opens again by itself.
        </p>
        {outcomes}
      </section>
    )
  return (
    <section class="panel trade" aria-label="Trade">
      <fieldset class="sides">
        <legend class="sr">Side</legend>
        <button type="button" class="buy" aria-pressed={isBuy} onClick={() => choose('BUY')}>
          Buy
        </button>
        <button type="button" class="sell" aria-pressed={!isBuy} onClick={() => choose('SELL')}>
          Sell
        </button>
      </fieldset>
      <label class="amount">
        <span class="sr">Amount in {isBuy ? 'ADA' : ticker}</span>
        <input
          inputMode="decimal"
          autoComplete="off"
          placeholder="0"
          maxLength={24}
          value={text.value}
          onInput={(event) => {
            text.value = event.currentTarget.value
            outcome.value = undefined
          }}
        />
        <span class="unit">{isBuy ? '₳ ADA' : <bdi>{ticker}</bdi>}</span>
      </label>
      <div class="quick">
        {isBuy
          ? ADA_AMOUNTS.map((ada) => (
              <button type="button" key={ada} onClick={setting(text, `${ada}`)}>
                ₳{whole(ada)}
              </button>
            ))
          : SHARES.map((share) => (
              <button
                type="button"
                key={share}
                disabled={balance === 0n}
                onClick={setting(text, `${(balance * BigInt(share)) / 100n}`)}
              >
                {share}%
              </button>
            ))}
      </div>
      {quote === undefined ? (
        text.value === '' && <FeeRule />
      ) : (
        <QuoteLines quote={quote} isBuy={isBuy} ticker={ticker} />
      )}
      <dl class="pairs">
        <Fact name="Max. slippage">
          <Select label="Maximum slippage below the quoted amount" choices={SLIPPAGES} chosen={slippage} />
        </Fact>
      </dl>
      {text.value !== '' && amount === undefined && (
        <p class="outcome failed">
          {isBuy ? 'This is not an amount of ADA.' : 'This is not a whole number of tokens.'}
        </p>
      )}
      {refusal.value !== undefined && <p class="outcome failed">{refusal.value}</p>}
      {isTooMuch && (
        <p class="outcome failed" role="alert">
          {isBuy ? `The wallet has ₳${ada(spare ?? 0n)}.` : `You have ${compact(Number(balance))} ${ticker}.`}
        </p>
      )}
      <button
        type="button"
        class={isBuy ? 'go buy' : 'go sell'}
        disabled={!canSend}
        onClick={() => void send()}
      >
        {wallet.value === undefined && <Icon name="wallet" size={15} />}
        {wallet.value === undefined ? `Connect to ${verb.toLowerCase()}` : `${verb} ${ticker}`}
      </button>
      {outcomes}
      {wallet.value !== undefined && (
        <p class="muted small">
          Wallet: <ExactAda lovelace={`${lovelace.value ?? 0n}`} />
          {balance > 0n && (
            <>
              {' '}
              · {compact(Number(balance))} {ticker}
            </>
          )}
        </p>
      )}
    </section>
  )
}
