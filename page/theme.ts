// The light or dark theme: the system's, until the person chooses one.
import { computed, effect } from '@preact/signals'
import { matching } from './parts/narrow.ts'
import { stored } from './parts/stored.ts'

type Theme = 'light' | 'dark'

const choice = stored<Theme | undefined>('theme', [undefined, 'light', 'dark'])
const isLight = matching('(prefers-color-scheme: light)')

export const theme = computed<Theme>(() => choice.value ?? (isLight.value ? 'light' : 'dark'))
effect(() => {
  document.documentElement.style.colorScheme = choice.value ?? ''
})

export const toggleTheme = (): void => {
  choice.value = theme.peek() === 'dark' ? 'light' : 'dark'
}
