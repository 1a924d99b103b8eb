// The state of a transaction that the person sends, in words. The element exists before its words, since screen readers announce only its
// changes.
import type { ComponentChildren } from 'preact'
import { isCurrent } from '../chain.ts'
import { Button } from '../parts/controls.tsx'
import { LookUp } from '../parts/details/look-up.tsx'
import type { Kind, Sending } from './sending.ts'
import { sendings } from './transactions.ts'

const TONES: Readonly<Partial<Record<Sending['state'], string>>> = {
  refused: 'outcome failed',
  expired: 'outcome failed',
  seen: 'outcome done',
  final: 'outcome done',
}

export const SentAs = ({ txHash }: { txHash: string }) => (
  <>
    Sent as{' '}
    <LookUp kind="transaction" id={txHash}>
      {txHash.slice(0, 8)}…
    </LookUp>
  </>
)

const Words = ({ of: sending, children }: { of: Sending; children?: ComponentChildren }) => {
  if (sending.state === 'refused') return <>{sending.words}</>
  if (!('sent' in sending))
    return <>{sending.state === 'building' ? 'Building…' : `${sending.words} Confirm it in the wallet.`}</>
  if (sending.state === 'submitting') return <>Sending…</>
  if (sending.state === 'expired')
    return <>It was not sent, and this transaction can no longer be sent. {sending.words}</>
  const sentAs = <SentAs txHash={sending.sent.txHash} />
  if (sending.state === 'unknown')
    return (
      <>
        {sentAs}, but not confirmed. The page looks for it, and sends this same transaction again. It cannot
        be executed twice.
      </>
    )
  if (children) return <>{children}</>
  return (
    <>
      {sentAs}
      {sending.state === 'seen' ? ': it waits for a block.' : ': it is in a block.'}
    </>
  )
}

/** @param props.children words about a transaction that is in the mempool or in a block; by default its hash */
export const SendingLine = (props: { of: Sending | undefined; children?: ComponentChildren }) => (
  <output class={props.of === undefined ? 'outcome' : (TONES[props.of.state] ?? 'outcome')}>
    {props.of && <Words of={props.of}>{props.children}</Words>}
  </output>
)

interface SendButtonProps {
  readonly kind: Kind
  readonly subject: string
  readonly label: string
  readonly send: () => Promise<void>
}

/** Cancels an order or redeems a lock. */
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
