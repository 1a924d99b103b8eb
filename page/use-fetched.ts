// Data that a view requests while it is shown.
import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { type Kept, keepFetching } from './fetching.ts'

/** @returns the last response, also while the next one is awaited; undefined until there is one */
export const useFetched = <Answer>(
  part: string,
  { apply, ...question }: Kept<Answer>,
  inputs: readonly unknown[] = [],
): Answer | undefined => {
  const shown = useSignal<Answer | undefined>(undefined)
  const show = (response: Answer, at: number): void => {
    apply?.(response, at)
    shown.value = response
  }
  useEffect(() => keepFetching(part, { ...question, apply: show }), inputs)
  return shown.value
}
