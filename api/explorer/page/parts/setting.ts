// Handlers of events that set a signal: to a value, or to the text of a field.
import type { Signal } from '@preact/signals'

export const setting =
  <T>(signal: Signal<T>, value: NoInfer<T>) =>
  (): void => {
    signal.value = value
  }

export const settingText =
  (signal: Signal<string>) =>
  ({ currentTarget }: { readonly currentTarget: { readonly value: string } }): void => {
    signal.value = currentTarget.value
  }
