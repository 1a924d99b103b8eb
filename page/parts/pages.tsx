// Pages of a list of any length. Only one page is kept and drawn, so a longer list costs no more.
import { batch, effect, type ReadonlySignal, type Signal, signal } from '@preact/signals'
import type { Rows } from '../../client/orders-until.ts'
import { fetching } from '../fetching.ts'
import { Button, setting } from './controls.tsx'
import { whole } from './format.ts'

/** Number of rows of a page: as many as the browser draws without a delayed frame. */
export const PAGE = 50

interface LaterRows<Row> extends Rows<Row> {
  readonly offset: number
}

export interface Pages<Row> {
  /** Number of the requested page, from 0. */
  readonly at: Signal<number>
  /** Page that is shown, after the first one; undefined on the first page, which the list's owner follows. */
  readonly later: ReadonlySignal<LaterRows<Row> | undefined>
  again(): void
  end(): void
}

export const pagesOf = <Row,>(part: string, load: (offset: number) => Promise<Rows<Row>>): Pages<Row> => {
  const at = signal(0)
  const later = signal<LaterRows<Row> | undefined>(undefined)
  const get = fetching(part, {
    load: async () => {
      const offset = at.peek() * PAGE
      return offset === 0 ? undefined : { ...(await load(offset)), offset }
    },
    apply: (page) =>
      batch(() => {
        later.value = page
        // The list has become shorter since the request.
        if (page?.rows.length === 0) at.value = Math.max(0, Math.ceil(page.count / PAGE) - 1)
      }),
  })
  const endEffect = effect(() => {
    if (at.value === 0 && later.peek() === undefined) return
    // The page that was asked for before is no longer wanted.
    get.cancel()
    get()
  })
  return {
    at,
    later,
    again: () => {
      if (at.peek() > 0) get()
    },
    end: () => {
      endEffect()
      get.cancel()
    },
  }
}

/** Buttons to go through the pages. @param props.count number of rows @param props.of what the rows are */
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
