// The panel to buy and sell: an amount, the service's quote for it, and a button that builds, signs and sends the order.
import './trade-panel.css'
import { type Signal, useSignal } from '@preact/signals'
import { ServiceError } from '../../client/response.ts'
import { isLeftOnCurve, sidesOf } from '../../client/trading/order-list.ts'
import type { OrderQuote } from '../../schema/responses/builder.ts'
import { isCurrent } from '../chain.ts'
import { NameMarks } from '../name-marks.tsx'
import { amountOf, amountProblem } from '../parts/amount.ts'
import { amountInput } from '../parts/amount-field.tsx'
import { Button, Select, setting } from '../parts/controls.tsx'
import { Pairs, Problem } from '../parts/details/panel.tsx'
import { ExactAda, Price } from '../parts/details/price.tsx'
import { draft } from '../parts/draft.ts'
import { compact, exact, whole } from '../parts/format.ts'
import { Icon } from '../parts/icons.tsx'
import { keepQuickAmount } from '../parts/quick-amount.ts'
import { stored } from '../parts/stored.ts'
import { isComplete, isGraduated, type Pool } from '../pools.ts'
import type { Sending } from '../wallet/sending.ts'
import { SendingLine, SentAs } from '../wallet/sending-line.tsx'
import { type Side, type Slippage, sendings, sendOrder } from '../wallet/transactions.ts'
import { isConnecting, lovelace, ownAmount, ownOrders, wallet } from '../wallet/wallet.ts'
import { FeeRule, QuoteLines, SpokenQuote } from './quote.tsx'
import { useQuote } from './use-quote.ts'

const SLIPPAGES: readonly (readonly [Slippage, string])[] = [
  ['15', '15%'],
  ['30', '30%'],
  ['50', '50%'],
  ['75', '75%'],
  ['infinity', 'any price'],
]
const slippage = stored<Slippage>('slippage', ['15', '30', '50', '75', 'infinity'])
const KINDS = [
  ['market', 'now'],
  ['limit', 'limit'],
] as const
const LIMIT =
  'Receive at least this. The order waits until the price gives it, or until you cancel it. A stop is not offered: somebody who watches the price would need a key of your wallet.'
const PAUSED =
  'Trading pauses: the curve is complete, and no order can be filled until the AMM pool opens. This panel opens again by itself.'
const ADA_AMOUNTS = [25, 100, 250, 1_000]
const SHARES = [25, 50, 75, 100]

const WORDS = {
  Pending: 'In a block. It is filled when the price allows it, usually within a few blocks.',
  MempoolEvaluated: 'It is being filled.',
  MempoolRefunded: 'It is being cancelled.',
  Refunded: 'Cancelled: the funds are back in the wallet.',
} as const

const LEFT =
  'The token has left its curve, where this order waits: nobody can fill it. Cancel it to get the funds back.'

/** Read from the wallet's orders. */
const OrderState = ({ entityId, pool }: { entityId: string; pool: Pool }) => {
  const order = ownOrders.value?.find((each) => each.entityId === entityId)
  const sentAs = <SentAs txHash={entityId.slice(0, 64)} />
  if (order === undefined) return sentAs
  if (order.status === 'Mempool') return <>{sentAs}: it waits for a block.</>
  if (isLeftOnCurve(order, isGraduated(pool))) return <>{LEFT}</>
  if (order.status !== 'Evaluated') return <>{WORDS[order.status]}</>
  const { isBuy, lovelace, tokens } = sidesOf(order)
  return (
    <>
      Filled: {isBuy ? 'bought' : 'sold'} {compact(Number(tokens))} <bdi>{pool.info.ticker}</bdi> for{' '}
      <ExactAda lovelace={lovelace} />, <Price lovelace={Number(lovelace) / Number(tokens)} /> each.
    </>
  )
}

const withoutSlippage = ({ outputAmount }: OrderQuote, slippage: Slippage): bigint =>
  slippage === 'infinity' ? 0n : (BigInt(outputAmount) * (100n - BigInt(slippage))) / 100n

/** An order was refused because the price moved after its quote. */
const hasMoved = (sending: Sending | undefined): boolean =>
  sending?.state === 'refused' &&
  sending.error instanceof ServiceError &&
  sending.error.code === 'QUOTE_BELOW_MIN_OUTPUT'

const Sides = ({ side, choose }: { side: Side; choose(next: Side): void }) => (
  <fieldset class="sides">
    <legend class="sr">Side</legend>
    {(['BUY', 'SELL'] as const).map((each) => (
      <Button key={each} class={each.toLowerCase()} aria-pressed={side === each} onClick={() => choose(each)}>
        {each === 'BUY' ? 'Buy' : 'Sell'}
      </Button>
    ))}
  </fieldset>
)

const Amount = (props: {
  label: string
  text: Signal<string>
  isAda: boolean
  ticker: string
  onInput(): void
}) => (
  <label class="amount row" onInput={props.onInput}>
    <span class="sr">
      {props.label} in {props.isAda ? 'ADA' : props.ticker}
    </span>
    <input
      class="grow"
      enterkeyhint="go"
      placeholder="0"
      maxLength={24}
      {...amountInput(props.text, props.isAda ? 6 : 0)}
    />
    <span class="muted">{props.isAda ? '₳ ADA' : <bdi>{props.ticker}</bdi>}</span>
  </label>
)

const Presets = (props: { text: Signal<string>; isBuy: boolean; balance: bigint | undefined }) => {
  const { text, isBuy, balance } = props
  const presets = isBuy
    ? ADA_AMOUNTS.map((ada) => [`₳${whole(ada)}`, `${ada}`] as const)
    : SHARES.map((share) => [`${share}%`, balance && `${(balance * BigInt(share)) / 100n}`] as const)
  return (
    <div class="quick">
      {presets.map(([label, amount]) => (
        <Button class="" key={label} disabled={!amount} onClick={amount ? setting(text, amount) : undefined}>
          {label}
        </Button>
      ))}
    </div>
  )
}

const LostOrders = ({ asset }: { asset: string }) =>
  sendings
    .lost('order', asset)
    .map(({ sent: { txHash }, words }) => (
      <Problem key={txHash} words={`An earlier order was not sent, and can no longer be sent. ${words}`} />
    ))

const LastOrder = ({ pool, moved }: { pool: Pool; moved: string | undefined }) => {
  const sending = sendings.of('order', pool.info.asset)
  if (hasMoved(sending))
    return (
      <output class="outcome failed">
        The price moved{moved !== undefined && `: at least ${moved} now`}. Nothing was sent.
      </output>
    )
  return (
    <SendingLine of={sending}>
      {sending && 'sent' in sending && <OrderState entityId={sending.sent.id} pool={pool} />}
    </SendingLine>
  )
}

const Outcome = (props: { pool: Pool; moved: string | undefined }) => (
  <>
    <LostOrders asset={props.pool.info.asset} />
    <LastOrder {...props} />
  </>
)

/** @param props.first side that is selected at first; by default the last used side */
export const TradePanel = ({ pool, first }: { pool: Pool; first?: Side }) => {
  const { asset, ticker } = pool.info
  const keptSide = draft(`side ${asset}`)
  const side = useSignal<Side>(first ?? (keptSide.peek() === 'SELL' ? 'SELL' : 'BUY'))
  const text = draft(`amount ${asset}`)
  const sending = sendings.of('order', asset)
  const isBuy = side.value === 'BUY'
  const balance = ownAmount(asset)
  const [given, got] = isBuy ? [6, 0] : [0, 6]
  const amount = amountOf(text.value, given)
  // If the balance is unknown, this panel accepts any amount, and the service checks the wallet's outputs.
  const spare = isBuy ? lovelace.value : balance
  const isTooMuch = amount !== undefined && spare !== undefined && amount > spare
  const kind = useSignal<'market' | 'limit'>('market')
  const isLimit = kind.value === 'limit'
  const limit = draft(`limit ${asset}`)
  const wanted = isLimit ? limit.value : ''
  const minOutput = amountOf(wanted, got)
  const order = { assetId: asset, side: side.value, slippage: slippage.value, rest: isLimit }
  const quoted = useQuote(pool, {
    ...order,
    amount: isLimit && minOutput === undefined ? undefined : amount,
    minOutput,
    moved: hasMoved(sending) ? sending : undefined,
  })
  const { quote } = quoted
  const least = quote && exact(quote.leastOutputAmount, got)
  const leastWords = least && (isBuy ? `${least} ${ticker}` : `₳${least}`)
  const outcome = <Outcome pool={pool} moved={quoted.isCurrent ? leastWords : undefined} />
  if (isComplete(pool))
    return (
      <section class="panel trade column" aria-label="Trade">
        <p class="outcome">{PAUSED}</p>
        {outcome}
      </section>
    )
  const clear = () => sendings.clear('order', asset)
  const choose = (next: Side) => {
    for (const each of [side, keptSide]) each.value = next
    for (const each of [text, limit]) each.value = ''
    clear()
  }
  const isReady = isCurrent.value && !sendings.isBusy('order', asset) && !isTooMuch && quoted.isCurrent
  const isClosed = wallet.value !== undefined && !(isReady && quote !== undefined)
  const send = async (event: Event) => {
    event.preventDefault()
    if (isClosed) return
    if (wallet.value === undefined || quote === undefined) return setting(isConnecting, true)()
    if (isBuy) keepQuickAmount(text.value)
    // If the order is refused because the price moved, `useQuote` requests another quote.
    const sent = { ...order, amount: `${amount}`, minOutput: quote.leastOutputAmount }
    await sendOrder(sent, pool, quote, minOutput ?? withoutSlippage(quote, slippage.value))
    if (sendings.of('order', asset)?.state !== 'refused') text.value = ''
  }
  const problem = amountProblem(text.value, given) ?? amountProblem(wanted, got) ?? quoted.refusal
  const verb = isBuy ? 'Buy' : 'Sell'
  const amountWords = amount === undefined ? '' : isBuy ? `₳${exact(amount, 6)} of ` : `${exact(amount, 0)} `
  return (
    <section class="panel trade" aria-label="Trade">
      <form class="column" onSubmit={send}>
        <Sides side={side.value} choose={choose} />
        <Amount label="Amount" text={text} isAda={isBuy} ticker={ticker} onInput={clear} />
        <Presets text={text} isBuy={isBuy} balance={balance} />
        {isLimit && (
          <Amount label="Receive at least" text={limit} isAda={!isBuy} ticker={ticker} onInput={clear} />
        )}
        {isLimit && <p class="muted small">{LIMIT}</p>}
        {quote === undefined ? (
          text.value === '' && <FeeRule />
        ) : (
          <QuoteLines quote={quote} isBuy={isBuy} ticker={ticker} />
        )}
        <p class="marks">
          <NameMarks of={pool} />
        </p>
        <SpokenQuote words={leastWords === undefined ? '' : `You receive at least ${leastWords}.`} />
        <Pairs
          of={{
            Order: <Select label="When the order is filled" choices={KINDS} chosen={kind} />,
            'Max. slippage': (
              <Select
                label="Maximum slippage below the quoted amount"
                choices={SLIPPAGES}
                chosen={slippage}
              />
            ),
          }}
        />
        {problem !== undefined && <p class="outcome failed">{problem}</p>}
        {isTooMuch && (
          <Problem
            words={isBuy ? `The wallet has ₳${exact(spare, 6)}.` : `You have ${exact(spare, 0)} ${ticker}.`}
          />
        )}
        <Button type="submit" class={isBuy ? 'go buy' : 'go sell'} isClosed={isClosed}>
          {wallet.value === undefined && <Icon name="wallet" size={15} />}
          {wallet.value === undefined
            ? `Connect to ${verb.toLowerCase()}`
            : `${verb} ${amountWords}${ticker}`}
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
      </form>
    </section>
  )
}
