// The chosen view. Links change the view without loading the page, Back restores the scroll position, and the focus moves to the new view.
import { signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { linkTo, viewAt } from './parts/link.ts'
import { memberOf } from './parts/member.ts'

/** For example `/token/<asset id>`. */
export const path = signal('/')

/** True after a navigation, until the person does something else. */
let wantsFocus = false

/** Time in ms in which a view becomes long enough to scroll to its last position. */
const RESTORE_TIME_MS = 3_000

/** The page, and the lists of the board. */
const movedParts = (): Element[] => [document.documentElement, ...document.querySelectorAll('.columns > *')]

/** @param state history entry with the scroll positions of the parts */
const scrollBack = (state: unknown): void => {
  const kept = memberOf(state, 'tops')
  const tops = (Array.isArray(kept) ? kept : [0]).map(Number)
  const end = performance.now() + RESTORE_TIME_MS
  const step = (): void => {
    const isThere = tops.map((top, at) => {
      const part = movedParts()[at]
      part?.scrollTo(0, top)
      return part !== undefined && part.scrollTop >= Math.floor(top)
    })
    if (wantsFocus && isThere.includes(false) && performance.now() < end) requestAnimationFrame(step)
  }
  step()
}

/** Rewrites the address in the form that people share. */
const read = (): void => {
  const next = viewAt(location) ?? '/nothing'
  // A query, for example the time of a replay, belongs to the path. An address with # selects another view, without a query.
  const query = location.hash.startsWith('#/') ? '' : location.search
  history.replaceState(history.state, '', linkTo(next) + query)
  path.value = next
}

const keepPlace = (): void =>
  history.replaceState({ tops: movedParts().map(({ scrollTop }) => scrollTop) }, '')

export const show = (next: string): void => {
  keepPlace()
  history.pushState(null, '', linkTo(next))
  wantsFocus = true
  read()
  scrollTo(0, 0)
}

/** Replaces an address of the view by its usual one. */
export const readdress = (next: string): void => {
  history.replaceState(history.state, '', linkTo(next))
  read()
}

const follow = (event: MouseEvent): void => {
  const isPlain = event.button === 0 && !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!isPlain || event.defaultPrevented || link === null || link.target !== '') return
  const next = viewAt(new URL(link.href))
  if (next === undefined) return
  event.preventDefault()
  show(next)
}

export const startNavigation = (): void => {
  history.scrollRestoration = 'manual'
  read()
  addEventListener('click', follow)
  addEventListener('popstate', ({ state }) => {
    wantsFocus = true
    read()
    scrollBack(state)
  })
  // Back and Forward also leave a history entry, so its scroll position is stored after each scroll.
  addEventListener('scrollend', keepPlace, { capture: true })
  // The handler of a key may choose a view, so this runs before it.
  for (const event of ['keydown', 'pointerdown', 'wheel'])
    addEventListener(event, () => (wantsFocus = false), { capture: true })
}

interface MainProps {
  readonly class?: string
  readonly children: ComponentChildren
  readonly 'aria-busy'?: boolean
}

/** Gets the focus after a navigation, so that keys and screen readers continue in the new view. */
export const Main = ({ children, ...attributes }: MainProps) => {
  const element = useRef<HTMLElement>(null)
  useEffect(() => {
    if (wantsFocus) element.current?.focus({ preventScroll: true })
  }, [path.value])
  return (
    <main ref={element} tabIndex={-1} {...attributes}>
      {children}
    </main>
  )
}
