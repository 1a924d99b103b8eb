// A button that builds, signs and sends a transaction, to cancel an order or redeem a lock.
import { useSignal } from '@preact/signals'
import { wordsOf } from './parts/words-of.ts'

interface SendButtonProps {
  readonly label: string
  readonly sent: string
  readonly send: () => Promise<unknown>
}

export const SendButton = ({ label, sent, send }: SendButtonProps) => {
  const state = useSignal<'busy' | 'sent' | undefined>(undefined)
  const problem = useSignal<string | undefined>(undefined)
  const start = async () => {
    state.value = 'busy'
    problem.value = undefined
    try {
      await send()
      state.value = 'sent'
    } catch (error) {
      problem.value = wordsOf(error)
      state.value = undefined
    }
  }
  return (
    <>
      <button type="button" class="chip" disabled={state.value !== undefined} onClick={() => void start()}>
        {state.value === 'sent' ? sent : state.value === 'busy' ? 'Signing…' : label}
      </button>
      {problem.value !== undefined && (
        <span class="down small" role="alert">
          {' '}
          {problem.value}
        </span>
      )}
    </>
  )
}
