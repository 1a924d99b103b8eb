// Whether the browser matches a media query, for example a narrow screen. So the page contains only the variant of a part that is shown.
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
