// The light or dark theme: the system's, until the person chooses one.
import { computed, effect, signal } from '@preact/signals'
import { stored } from './parts/stored.ts'

type Theme = 'light' | 'dark'

const choice = stored<Theme | undefined>('theme', [undefined, 'light', 'dark'])
const query = matchMedia('(prefers-color-scheme: light)')
const isLight = signal(query.matches)
query.addEventListener('change', () => {
  isLight.value = query.matches
})

export const theme = computed<Theme>(() => choice.value ?? (isLight.value ? 'light' : 'dark'))
effect(() => {
  const { dataset } = document.documentElement
  if (choice.value === undefined) delete dataset.theme
  else dataset.theme = choice.value
})

export const toggleTheme = (): void => {
  choice.value = theme.peek() === 'dark' ? 'light' : 'dark'
}
