// Keeps the focus for people who use keys. When the focused element is removed, for example a button whose work is done, the nearest named
// part of the page around it gets the focus. Also loads the styles for people who choose their system's colours.
import './forced-colors.css'

/** A screen reader names these parts. */
const PARTS = 'section, fieldset, main, dialog'

export const keepFocus = (): void => {
  let focused: Element | null = null
  let parts: Element[] = []
  addEventListener('focusin', ({ target }) => {
    focused = target instanceof Element ? target : null
    parts = []
    for (let part = focused?.closest(PARTS); part; part = part.parentElement?.closest(PARTS)) parts.push(part)
  })
  // A person who clicks removes the focus on purpose.
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
