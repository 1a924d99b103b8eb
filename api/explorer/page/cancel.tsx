// A button that takes an order back.
import { useSignal } from '@preact/signals'
import type { ApiOrder } from '../../../schema/orders.ts'
import { reasonOf } from './cip30.ts'
import { cancelOrder } from './wallet.ts'

export const Cancel = ({ order }: { order: ApiOrder }) => {
  const state = useSignal<'busy' | 'sent' | undefined>(undefined)
  const problem = useSignal<string | undefined>(undefined)
  const cancel = async () => {
    state.value = 'busy'
    problem.value = undefined
    try {
      await cancelOrder(order.entityId)
      state.value = 'sent'
    } catch (error) {
      problem.value = reasonOf(error)
      state.value = undefined
    }
  }
  return (
    <>
      <button type="button" class="chip" disabled={state.value !== undefined} onClick={() => void cancel()}>
        {state.value === 'sent' ? 'Cancelling' : 'Cancel'}
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
