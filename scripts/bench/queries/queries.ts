// How the time of each read's query grows with what there is: with unspent outputs, and with tokens. The answers stay as
// large as they were.
import { askOnce } from '../kit/child.ts'
import type { BenchOptions } from '../kit/options.ts'
import { withScratch } from '../kit/scratch.ts'
import { figure, printTable } from '../kit/table.ts'
import type { ReadsSize } from '../reads/reads-data.ts'
import type { QueriesRequest, QueryTimes } from './queries-child.ts'

const TOKENS = [10, 10_000]

/** Holders of each token, and tokens of each wallet. */
const HOLDERS = 60
const ORDERS = 40
const OUTPUTS = 20

/** Tokens while outputs grow. */
const FEW_TOKENS = 100

const sizeOf = (tokens: number, wallets: number): ReadsSize => ({
  tokens,
  holders: HOLDERS,
  orders: ORDERS,
  traders: tokens,
  wallets,
  outputs: OUTPUTS,
})

const growth = (times: readonly number[]): string =>
  ((times.at(-1) ?? Number.NaN) / (times[0] ?? Number.NaN)).toFixed(2)

const measure = (title: string, names: readonly string[], sizes: readonly ReadsSize[]): Promise<void> =>
  withScratch(async (directory) => {
    const request: QueriesRequest = { directory, sizes }
    const measured = await askOnce<QueryTimes[]>('queries/queries-child.ts', request)
    printTable(
      `queries: ${title}`,
      ['µs, medians', ...names, 'grown', 'the same few keys', 'grown'],
      measured.map(({ query, any, few }) => [
        query,
        ...any.map(figure),
        growth(any),
        few.map(figure).join(', '),
        growth(few),
      ]),
    )
  })

/** Each size is measured once, whatever the rounds: it takes a minute to fill. */
export const queries = async ({ outputs }: BenchOptions): Promise<void> => {
  await measure(
    `${FEW_TOKENS} tokens, by unspent outputs`,
    outputs.map((unspent) => `${figure(unspent)} outputs`),
    outputs.map((unspent) => sizeOf(FEW_TOKENS, Math.max(FEW_TOKENS, Math.ceil(unspent / OUTPUTS)))),
  )
  await measure(
    `${HOLDERS} holders and ${ORDERS} orders of each token, by tokens`,
    TOKENS.map((tokens) => `${figure(tokens)} tokens`),
    TOKENS.map((tokens) => sizeOf(tokens, tokens)),
  )
}
