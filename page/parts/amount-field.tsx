// A field for an amount, with its label and the problem of the amount. The text takes its usual form when the field is left.
import type { Signal } from '@preact/signals'
import { amountOf, amountProblem, typedAmount } from './amount.ts'
import { settingText } from './controls.tsx'

export const amountInput = (text: Signal<string>, decimals: number) =>
  ({
    inputMode: 'decimal',
    autoComplete: 'off',
    value: text.value,
    onInput: settingText(text),
    onBlur: () => {
      const amount = amountOf(text.value, decimals)
      if (amount !== undefined) text.value = typedAmount(amount, decimals)
    },
  }) as const

interface AmountFieldProps {
  readonly label: string
  readonly text: Signal<string>
  readonly decimals?: number
  readonly placeholder: string
  readonly maxLength: number
  readonly class?: string
}

export const AmountField = ({ label, text, decimals = 6, class: name, ...input }: AmountFieldProps) => {
  const problem = amountProblem(text.value, decimals)
  return (
    <label class={name}>
      <span>{label}</span>
      <input aria-invalid={problem !== undefined} {...amountInput(text, decimals)} {...input} />
      {problem !== undefined && (
        <span class="down small" role="alert">
          {problem}
        </span>
      )}
    </label>
  )
}
