// Keeps the place of a person who uses keys: when the element with the focus is removed, for example a button whose work is done, the
// nearest part of the page around it gets the focus. Its styles are for people who choose the colours of their system.
import './forced-colors.css'

/** Parts of the page that a screen reader names. */
const PARTS = 'section, fieldset, main, dialog'

export const keepFocus = (): void => {
  let focused: Element | null = null
  let parts: Element[] = []
  addEventListener('focusin', ({ target }) => {
    focused = target instanceof Element ? target : null
    parts = []
    for (let part = focused?.closest(PARTS); part; part = part.parentElement?.closest(PARTS)) parts.push(part)
  })
  // A click outside takes the focus away on purpose.
  addEventListener('pointerdown', () => {
    focused = null
  })
  new MutationObserver(() => {
    if (focused === null || focused.isConnected || document.activeElement !== document.body) return
    const part = parts.find((each) => each.isConnected) ?? document.querySelector('main')
    if (!(part instanceof HTMLElement)) return
    part.tabIndex = -1
    part.focus({ preventScroll: true })
  }).observe(document.body, { childList: true, subtree: true })
}
