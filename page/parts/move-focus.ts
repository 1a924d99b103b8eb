// Moves the focus between controls by the arrow keys. The Tab key stops only once at the whole group of controls.

/**
 * @param stops selector of the controls
 * @param keys the key for the previous control, and the key for the next
 */
export const moveFocus = (event: KeyboardEvent, stops: string, [before, after]: [string, string]): void => {
  const { key, currentTarget } = event
  const step = key === before ? -1 : key === after ? 1 : 0
  if (step === 0 || !(currentTarget instanceof Element)) return
  event.preventDefault()
  const all: (Element | null)[] = [...currentTarget.querySelectorAll(stops)]
  const next = all[all.indexOf(document.activeElement) + step]
  if (next instanceof HTMLElement) next.focus()
}
