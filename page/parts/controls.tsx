// Controls that set a signal: a button that never sends a form, and choices of one of a few values.
import type { Signal } from '@preact/signals'
import type { ComponentChildren, ComponentProps } from 'preact'

type ButtonProps = ComponentProps<'button'> & {
  /** A press does nothing now. A disabled button would lose the focus. */
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

export const Choices = <T extends string>(props: {
  label: string
  choices: readonly (readonly [value: T, text: ComponentChildren, ...unknown[]])[]
  chosen: Signal<T>
  class?: string
}) => (
  <fieldset class={props.class ?? 'seg'}>
    <legend class="sr">{props.label}</legend>
    {props.choices.map(([value, text]) => (
      <Button
        class=""
        key={value}
        aria-pressed={value === props.chosen.value}
        onClick={setting(props.chosen, value)}
      >
        {text}
      </Button>
    ))}
  </fieldset>
)

/**
 * For choices whose buttons would take too much room.
 * @param props.isShown whether the label is visible; otherwise only screen readers say it
 */
export const Select = <T extends string>(props: {
  label: string
  choices: readonly (readonly [T, string, ...unknown[]])[]
  chosen: Signal<T>
  isShown?: boolean
}) => (
  <label>
    <span class={props.isShown ? undefined : 'sr'}>{props.label}</span>
    <select
      value={props.chosen.value}
      onChange={({ currentTarget: { value } }) => {
        props.chosen.value = props.choices.find(([each]) => each === value)?.[0] ?? props.chosen.value
      }}
    >
      {props.choices.map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </select>
  </label>
)
