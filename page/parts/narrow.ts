// Whether the browser matches a query of a style sheet, for example whether the screen is narrow, so that only one variant of a part is on
// the page.
import { type ReadonlySignal, signal } from '@preact/signals'

export const matching = (media: string): ReadonlySignal<boolean> => {
  const query = matchMedia(media)
  const isMatching = signal(query.matches)
  query.addEventListener('change', () => {
    isMatching.value = query.matches
  })
  return isMatching
}

export const isNarrow = matching('(max-width: 760px), (max-height: 500px)')
