// Moves the focus between controls by the arrow keys, where they are one stop of the Tab key.

/** @param step 1 to the next one, -1 to the one before; undefined for any other key */
export const moveFocus = (
  event: KeyboardEvent,
  stops: NodeListOf<HTMLElement> | undefined,
  step: number | undefined,
): void => {
  if (step === undefined) return
  event.preventDefault()
  const all: (Element | null)[] = [...(stops ?? [])]
  const next = all[all.indexOf(document.activeElement) + step]
  if (next instanceof HTMLElement) next.focus()
}
