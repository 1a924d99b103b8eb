// Lines of the trade panel about an amount: total cost, expected output and minimum output. Without an amount, the rule of fees.
import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Parameters } from '../../schema/config/parameters.ts'
import { basisPointsOf, FILL_BASIS_POINTS } from '../../schema/launchpad/fees.ts'
import type { OrderQuote } from '../../schema/responses/builder.ts'
import { useFetched } from '../fetching.ts'
import { setting } from '../parts/controls.tsx'
import { Pairs } from '../parts/details/panel.tsx'
import { ExactAda, Price } from '../parts/details/price.tsx'
import { ada, compact, exact } from '../parts/format.ts'
import { client, dataOf } from '../service.ts'

/** Price impact in percent above which it is shown as a warning. */
const HIGH_IMPACT = 15
/** Share of fees in the total cost above which it is shown as a warning. */
const HIGH_FEES = 0.1

export const useParameters = (): Parameters | undefined =>
  useFetched('the fees', { load: async (signal) => dataOf(await client.GET('/parameters', { signal })) })

/** Until the fee is loaded, the fee of all recorded trades. */
export const useBasisPoints = (): bigint => {
  const { percentFee } = useParameters() ?? {}
  return percentFee === undefined ? FILL_BASIS_POINTS : basisPointsOf(percentFee)
}

export const FeeRule = () => {
  const parameters = useParameters()
  return (
    <p class="rule muted small">
      {parameters === undefined
        ? 'Fees are shown with each amount.'
        : `The fee is ${parameters.percentFee}% and a fixed amount for filling the order. A small deposit is returned. Smallest order: ₳${ada(parameters.minTradeAda)}.`}
    </p>
  )
}

/** Time in ms without a new quote before screen readers say the last quote. */
const REST_MS = 1_000

/** The element always exists, because screen readers announce only its changes. */
export const SpokenQuote = ({ words }: { words: string }) => {
  const said = useSignal('')
  useEffect(() => {
    const timer = setTimeout(setting(said, words), REST_MS)
    return () => clearTimeout(timer)
  }, [words])
  return <output class="sr">{said.value}</output>
}

/** @param props.isBuy whether the trade spends ADA */
export const QuoteLines = (props: { quote: OrderQuote; isBuy: boolean; ticker: string }) => {
  const { quote, isBuy, ticker } = props
  const { fees, lovelace, price } = quote
  const paid = BigInt(fees.percentage) + BigInt(fees.executor)
  const spent = isBuy ? BigInt(quote.inputAmount) : BigInt(quote.outputAmount)
  const amount = (digits: string, write: (tokens: string) => string) =>
    isBuy ? (
      <>
        {write(digits)} <bdi>{ticker}</bdi>
      </>
    ) : (
      <ExactAda lovelace={digits} />
    )
  const areFeesHigh = Number(paid) > Number(spent) * HIGH_FEES
  const isImpactHigh = Number(quote.priceImpact) > HIGH_IMPACT
  const isResting = BigInt(quote.outputAmount) < BigInt(quote.leastOutputAmount)
  const received = amount(quote.outputAmount, (tokens) => compact(Number(tokens)))
  return (
    <Pairs
      of={{
        [isResting ? 'The price now gives' : 'You receive about']: <span class="num strong">{received}</span>,
        'At least': <span class="num">{amount(quote.leastOutputAmount, (tokens) => exact(tokens, 0))}</span>,
        'Average price': <Price lovelace={Number(price.numerator) / Number(price.denominator)} />,
        'Price impact': <span class={isImpactHigh ? 'down' : undefined}>{quote.priceImpact}%</span>,
        [isBuy ? 'You pay in total' : 'ADA sent with the order']: (
          <span class="strong">
            <ExactAda lovelace={lovelace} />
          </span>
        ),
        Fees: (
          <span class={areFeesHigh ? 'down' : undefined}>
            <ExactAda lovelace={paid} />
          </span>
        ),
        'Refundable deposit': <ExactAda lovelace={fees.deposit} />,
      }}
    />
  )
}
