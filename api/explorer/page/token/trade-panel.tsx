// The panel to buy and sell: an amount, the service's quote for it, and a button that builds, signs and sends the order.
import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { OrderQuote } from '../../../../schema/answers/builder.ts'
import { dataOf } from '../../../client/answer.ts'
import { amountOf } from '../parts/amount.ts'
import { ada, compact, whole } from '../parts/format.ts'
import { Icon } from '../parts/icons.tsx'
import { Ada } from '../parts/parts.tsx'
import type { Pool } from '../pools.ts'
import { client } from '../service.ts'
import { reasonOf } from '../wallet/cip30.ts'
import {
  isConnecting,
  lovelace,
  type Side,
  type Slippage,
  sendOrder,
  tokens,
  wallet,
} from '../wallet/wallet.ts'

const SLIPPAGES: readonly (readonly [Slippage, string])[] = [
  ['15', '15% less'],
  ['30', '30% less'],
  ['50', '50% less'],
  ['75', '75% less'],
  ['infinity', 'any price'],
]
const ADA_AMOUNTS = [25, 100, 250, 1_000]
const SHARES = [25, 50, 75, 100]
/** Milliseconds after the last key until a quote is fetched. */
const QUOTE_DELAY = 150
/** Price impact in percent above which it is shown as a warning. */
const HIGH_IMPACT = 15

type Outcome = { readonly kind: 'busy' | 'done' | 'failed'; readonly message: string }

const Quote = ({
  quote,
  isBuy,
  ticker,
}: {
  quote: OrderQuote | undefined
  isBuy: boolean
  ticker: string
}) => {
  const output = (amount: string) => (isBuy ? `${compact(Number(amount))} ${ticker}` : `₳${ada(amount)}`)
  return (
    <>
      <dt>You get about</dt>
      <dd class="num strong">{quote ? output(quote.outputAmount) : '—'}</dd>
      <dt>At worst</dt>
      <dd class="num">{quote ? output(quote.leastOutputAmount) : '—'}</dd>
      <dt>Price impact</dt>
      <dd class={`num ${Number(quote?.priceImpact) > HIGH_IMPACT ? 'down' : ''}`}>
        {quote ? `${quote.priceImpact}%` : '—'}
      </dd>
      <dt>Fees</dt>
      <dd class="num">
        {quote ? `₳${ada(BigInt(quote.fees.percentage) + BigInt(quote.fees.executor))}` : '—'}
      </dd>
      <dt>Deposit, comes back</dt>
      <dd class="num">{quote ? `₳${ada(quote.fees.deposit)}` : '—'}</dd>
    </>
  )
}

export const TradePanel = ({ pool, first = 'BUY' }: { pool: Pool; first?: Side }) => {
  const { asset, ticker } = pool.info
  const side = useSignal<Side>(first)
  const text = useSignal('')
  const slippage = useSignal<Slippage>('15')
  const quote = useSignal<OrderQuote | undefined>(undefined)
  const refusal = useSignal<string | undefined>(undefined)
  const outcome = useSignal<Outcome | undefined>(undefined)

  const isBuy = side.value === 'BUY'
  const held = tokens.value.get(asset) ?? 0n
  const amount = amountOf(text.value, isBuy ? 6 : 0)
  const spare = wallet.value === undefined ? undefined : isBuy ? (lovelace.value ?? 0n) : held
  const isTooMuch = amount !== undefined && spare !== undefined && amount > spare

  useEffect(() => {
    quote.value = undefined
    refusal.value = undefined
    if (amount === undefined) return
    let isOver = false
    const timer = setTimeout(async () => {
      const body = { assetId: asset, amount: `${amount}`, side: side.value, slippage: slippage.value }
      try {
        const answer = dataOf(await client.POST('/order/quote', { body }))
        if (!isOver) quote.value = answer
      } catch (error) {
        if (!isOver) refusal.value = reasonOf(error)
      }
    }, QUOTE_DELAY)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
    // A new output of the pool means another price, and so another quote.
  }, [asset, `${amount}`, side.value, slippage.value, pool.pool.outputId.transactionId])

  const choose = (next: Side) => {
    side.value = next
    text.value = ''
    outcome.value = undefined
  }
  const send = async () => {
    if (wallet.value === undefined) {
      isConnecting.value = true
      return
    }
    outcome.value = { kind: 'busy', message: 'Building and signing…' }
    try {
      const hash = await sendOrder({
        assetId: asset,
        amount: `${amount}`,
        side: side.value,
        slippage: slippage.value,
      })
      outcome.value = {
        kind: 'done',
        message: `Sent as ${hash.slice(0, 8)}…: it is filled within a few blocks.`,
      }
      text.value = ''
    } catch (error) {
      outcome.value = { kind: 'failed', message: reasonOf(error) }
    }
  }
  const verb = isBuy ? 'Buy' : 'Sell'
  const canSend =
    outcome.value?.kind !== 'busy' &&
    (wallet.value === undefined || (amount !== undefined && !isTooMuch && quote.value !== undefined))
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
              <button
                type="button"
                key={ada}
                onClick={() => {
                  text.value = `${ada}`
                }}
              >
                ₳{whole(ada)}
              </button>
            ))
          : SHARES.map((share) => (
              <button
                type="button"
                key={share}
                disabled={held === 0n}
                onClick={() => {
                  text.value = `${(held * BigInt(share)) / 100n}`
                }}
              >
                {share}%
              </button>
            ))}
      </div>
      <dl class="pairs quote">
        <Quote quote={quote.value} isBuy={isBuy} ticker={ticker} />
        <dt>Accept</dt>
        <dd>
          <select
            aria-label="Worst price"
            value={slippage.value}
            onChange={({ currentTarget: { value } }) => {
              slippage.value = SLIPPAGES.find(([each]) => each === value)?.[0] ?? '15'
            }}
          >
            {SLIPPAGES.map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </dd>
      </dl>
      {refusal.value !== undefined && <p class="outcome failed">{refusal.value}</p>}
      {isTooMuch && (
        <p class="outcome failed">
          {isBuy ? `The wallet holds ₳${ada(spare ?? 0n)}.` : `You hold ${compact(Number(held))} ${ticker}.`}
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
      <output class={`outcome ${outcome.value?.kind ?? ''}`} hidden={outcome.value === undefined}>
        {outcome.value?.message}
      </output>
      {wallet.value !== undefined && (
        <p class="muted small">
          Wallet: <Ada lovelace={`${lovelace.value ?? 0n}`} />
          {held > 0n && (
            <>
              {' '}
              · {compact(Number(held))} {ticker}
            </>
          )}
        </p>
      )}
    </section>
  )
}
