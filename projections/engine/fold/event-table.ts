// Domain events, one row each, in the order of the chain. In their JSON, an integer of any size is a string that starts with `#`. Other
// strings that start with `#` get a second `#`.
import { integer, text } from '../table/column.ts'
import { appendTable, slotOf } from '../table/table.ts'

export const events = appendTable('events', {
  columns: {
    /** Height of the block. */
    height: integer,
    /** Kind of the event, such as `launched` or `traded`. */
    kind: text,
    /** JSON of the event; integers are strings that start with `#`. */
    body: text,
  },
})

const encode = (_key: string, value: unknown): unknown => {
  if (typeof value === 'bigint') return `#${value}`
  return typeof value === 'string' && value.startsWith('#') ? `#${value}` : value
}

const decode = (_key: string, value: unknown): unknown => {
  if (typeof value !== 'string' || !value.startsWith('#')) return value
  return value.startsWith('##') ? value.slice(1) : BigInt(value.slice(1))
}

/** An event has objects, lists, strings, numbers, bigints, booleans and null. */
export const encodeEvent = (event: unknown): string => JSON.stringify(event, encode)

export const decodeEvent = <Event>(body: string): Event => JSON.parse(body, decode)

export interface EventRow {
  readonly position: number
  readonly height: number
  readonly body: string
}

interface EventsOfBlock<Event> {
  readonly slot: number
  readonly height: number
  readonly events: readonly Event[]
}

/** @param rows in the order of their positions */
export function* eventsByBlock<Event>(rows: readonly EventRow[]): Generator<EventsOfBlock<Event>> {
  for (let at = 0; at < rows.length; ) {
    const first = rows[at]
    if (first === undefined) return
    const slot = slotOf(first.position)
    const events: Event[] = []
    for (; at < rows.length; at++) {
      const row = rows[at]
      if (row === undefined || slotOf(row.position) !== slot) break
      events.push(decodeEvent<Event>(row.body))
    }
    yield { slot, height: first.height, events }
  }
}
