// Pages of a list of any length. Only one page is kept and drawn, so a longer list needs no more memory or time.
import { type Signal, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Rows } from '../../client/orders-until.ts'
import { useFetched } from '../fetching.ts'
import { Button, setting } from './controls.tsx'
import { whole } from './format.ts'

/** As many rows as the browser draws without a delayed frame. */
export const PAGE = 50

/**
 * The caller follows the first page.
 * @param first its change loads the shown page again
 * @returns the number of the page, from 0, and its rows; the rows are undefined for the first page, and until another page is loaded
 */
export const usePage = <Row,>(part: string, load: (offset: number) => Promise<Rows<Row>>, first: unknown) => {
  const at = useSignal(0)
  const offset = at.value * PAGE
  const question = {
    load: async () => ({ ...(await load(offset)), offset }),
    apply: ({ rows, count }: Rows<Row>) => {
      // The list has become shorter since the request.
      if (rows.length === 0) at.value = Math.max(0, Math.ceil(count / PAGE) - 1)
    },
    when: () => offset > 0,
  }
  const page = useFetched<Rows<Row> & { readonly offset: number }>(part, question, [offset, first])
  return { at, later: offset === 0 ? undefined : page }
}

/**
 * Pages of rows that the caller has.
 * @returns the number of the page, from 0, and its rows
 */
export const usePageOf = <Row,>(all: readonly Row[] | undefined) => {
  const at = useSignal(0)
  const last = all && Math.max(0, Math.ceil(all.length / PAGE) - 1)
  useEffect(() => {
    // The list has become shorter.
    if (last !== undefined && at.peek() > last) at.value = last
  }, [last])
  const from = Math.min(at.value, last ?? at.value) * PAGE
  return { at, rows: all?.slice(from, from + PAGE) }
}

/**
 * @param props.count number of rows
 * @param props.of name of the rows
 */
export const Pager = ({ at, count, of }: { at: Signal<number>; count: number; of: string }) => {
  const last = Math.max(at.value, Math.ceil(count / PAGE) - 1)
  if (last === 0) return null
  const step = (label: string, text: string, page: number) => (
    <Button
      aria-label={`${label} page of the ${of}`}
      disabled={page === at.value || page < 0 || page > last}
      onClick={setting(at, page)}
    >
      {text}
    </Button>
  )
  return (
    <div class="pager row">
      {step('First', 'First', 0)}
      {step('Previous', '‹', at.value - 1)}
      <span class="num muted">
        {whole(at.value + 1)} of {whole(last + 1)}
      </span>
      {step('Next', '›', at.value + 1)}
      {step('Last', 'Last', last)}
    </div>
  )
}
