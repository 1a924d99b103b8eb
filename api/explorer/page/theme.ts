// The light or dark theme: the system's, until the person chooses one.
import { effect, signal } from '@preact/signals'

type Theme = 'light' | 'dark'

const KEY = 'theme'
const system = matchMedia('(prefers-color-scheme: light)')

/** The stored choice. A browser may forbid storage; a choice then lasts until the page is closed. */
const stored = (): Theme | undefined => {
  try {
    const value = localStorage.getItem(KEY)
    return value === 'light' || value === 'dark' ? value : undefined
  } catch {
    return undefined
  }
}

const ofSystem = (): Theme => (system.matches ? 'light' : 'dark')

export const theme = signal<Theme>(stored() ?? ofSystem())
system.addEventListener('change', () => {
  if (stored() === undefined) theme.value = ofSystem()
})
effect(() => {
  document.documentElement.dataset.theme = theme.value
})

export const toggleTheme = (): void => {
  theme.value = theme.peek() === 'dark' ? 'light' : 'dark'
  try {
    localStorage.setItem(KEY, theme.peek())
  } catch {
    // Storage is forbidden.
  }
}
