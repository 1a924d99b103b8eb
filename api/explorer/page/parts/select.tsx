// A list to choose one of a few values from, where buttons would take too much room.
import type { Signal } from '@preact/signals'

export const Select = <T extends string>(props: {
  label: string
  choices: readonly (readonly [T, string])[]
  chosen: Signal<T>
}) => (
  <label>
    <span class="sr">{props.label}</span>
    <select
      value={props.chosen.value}
      onChange={({ currentTarget: { value } }) => {
        const choice = props.choices.find(([each]) => each === value)
        if (choice !== undefined) props.chosen.value = choice[0]
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
