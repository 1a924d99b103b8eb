// A button that builds, signs and sends a transaction, to cancel an order or redeem a lock, and what became of it.
import { isCurrent } from './chain.ts'
import { Button } from './parts/button.tsx'
import type { Kind } from './wallet/sending.ts'
import { SendingLine } from './wallet/sending-line.tsx'
import { sendings } from './wallet/transactions.ts'

interface SendButtonProps {
  readonly kind: Kind
  readonly subject: string
  readonly label: string
  readonly send: () => Promise<void>
}

export const SendButton = ({ kind, subject, label, send }: SendButtonProps) => {
  const isClosed = !isCurrent.value || sendings.isBusy(kind, subject)
  return (
    <>
      <Button class="chip" isClosed={isClosed} onClick={() => void send()}>
        {label}
      </Button>
      <SendingLine of={sendings.of(kind, subject)} />
    </>
  )
}
