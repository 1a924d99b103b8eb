// A button that never sends a form, and handlers that set a signal: to a value, or to the text of a field.
import type { Signal } from '@preact/signals'
import type { ComponentProps } from 'preact'

type ButtonProps = ComponentProps<'button'> & {
  /** Whether a press does nothing now. A disabled button would lose the focus. */
  readonly isClosed?: boolean
}

export const Button = ({ isClosed, onClick, ...others }: ButtonProps) => (
  <button
    type="button"
    class="button"
    aria-disabled={isClosed}
    onClick={isClosed ? undefined : onClick}
    {...others}
  />
)

export const setting =
  <T,>(signal: Signal<T>, value: NoInfer<T>) =>
  (): void => {
    signal.value = value
  }

export const settingText =
  (signal: Signal<string>) =>
  ({ currentTarget }: { readonly currentTarget: { readonly value: string } }): void => {
    signal.value = currentTarget.value
  }
