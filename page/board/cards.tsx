// The cards of a list. A list draws the cards of one screen. It draws more when its end comes onto the screen.
import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'

/** Cards that a list draws at first, and adds each time. */
export const STEP = 12

export const Cards = <Row,>({ rows, card }: { rows: readonly Row[]; card(row: Row): ComponentChildren }) => {
  const list = useRef<HTMLOListElement>(null)
  const count = useSignal(STEP)
  const drawn = Math.min(count.value, rows.length)
  useEffect(() => {
    const last = list.current?.lastElementChild
    if (!last || drawn === rows.length) return
    // A busy browser reports several changes at once, of which the first may be the card below the screen.
    const grow = (entries: IntersectionObserverEntry[]) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) count.value = drawn + STEP
    }
    const watch = new IntersectionObserver(grow, { threshold: 0.5 })
    watch.observe(last)
    return () => watch.disconnect()
  })
  return <ol ref={list}>{rows.slice(0, drawn).map(card)}</ol>
}
