// Whether the screen is narrow, so that only one variant of a part is on the page.
import { signal } from '@preact/signals'

const query = matchMedia('(max-width: 760px), (max-height: 500px)')

export const isNarrow = signal(query.matches)
query.addEventListener('change', () => {
  isNarrow.value = query.matches
})
