// A list to choose one of a few values from, where buttons would take too much room.
import type { Signal } from '@preact/signals'

/** @param props.isShown whether the label is shown, and not only said by screen readers */
export const Select = <T extends string>(props: {
  label: string
  choices: readonly (readonly [T, string])[]
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
