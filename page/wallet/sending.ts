// The state of a transaction that a person sends: an order, a cancellation, a launch or a withdrawal. Before the response to a submission,
// the node may or may not have the transaction. A replacement could have the same effect a second time, so no replacement may be sent.
// Instead the page submits the same bytes again, which spend the same outputs. The page stops when the service knows the transaction, or
// says that it can no longer be accepted. The browser keeps sent transactions over a reload.
import { type ReadonlySignal, signal } from '@preact/signals'
import { backoff } from '../../schema/platform/backoff.ts'
import { memberOf } from '../parts/member.ts'

export type Kind = 'order' | 'cancel' | 'launch' | 'redeem'

export type Signed = Readonly<Record<'cbor' | 'witness' | 'changeAddress', string>>

export interface Sent extends Signed {
  readonly kind: Kind
  /** The order's token, the cancelled order, or the withdrawn lock. Only one transaction of each kind and subject is sent at a time. */
  readonly subject: string
  /** Entity id of the order, launched token, or key hash of the lock's owner. */
  readonly id: string
  readonly txHash: string
  /** Unix milliseconds of the device. */
  readonly signedAt: number
}

export type Sending =
  | { readonly state: 'building' }
  /** The words say what leaves the wallet and what comes back. */
  | { readonly state: 'signing'; readonly words: string }
  /** Nothing was sent: the service, the node or the wallet refused, or there was no connection. */
  | { readonly state: 'refused'; readonly words: string; readonly error: unknown }
  /** `unknown`: the page submits the transaction again. `final`: a block contains it. */
  | { readonly state: 'submitting' | 'unknown' | 'final'; readonly sent: Sent }
  | { readonly state: 'seen'; readonly sent: Sent; readonly height: number }
  /** The transaction was not accepted, and can no longer be accepted. */
  | { readonly state: 'expired'; readonly sent: Sent; readonly words: string }

type Followed = Extract<Sending, { readonly sent: Sent }>

export interface Outside {
  /**
   * A transaction may be submitted more than once.
   * @returns undefined if the node has it, else the reason for the refusal
   * @throws {unknown} if the transaction may or may not have been accepted
   */
  submit(signed: Signed): Promise<string | undefined>
  /** The node refuses a transaction that it had accepted before, so a refused one may be on the chain. */
  wasIncluded(sent: Sent): Promise<boolean>
  wordsOf(error: unknown): string
  height(): number
  /** Unix milliseconds of the device. */
  now(): number
  /** The browser keeps the text while the tab is open. */
  kept(): string | null
  keep(text: string): void
}

/** Waits in ms between two submissions of a transaction in state `unknown`. */
const WAITS = { first: 1_000, longest: 8_000 }
/** An accepted transaction is submitted again if this many blocks do not contain it. */
const MISSED_BLOCKS = 20
/** Sent transactions that the browser keeps. */
const KEPT = 20
/** Age in ms of a kept transaction. A browser may restore a tab after days, and an order does not expire. */
const LONGEST_KEPT_MS = 3_600_000

const keyOf = (kind: Kind, subject: string): string => `${kind} ${subject}`

const isFollowed = (sending: Sending): sending is Followed => 'sent' in sending

const isSent = (value: unknown): value is Sent =>
  typeof memberOf(value, 'signedAt') === 'number' &&
  ['kind', 'subject', 'id', 'txHash', 'cbor', 'witness', 'changeAddress'].every(
    (name) => typeof memberOf(value, name) === 'string',
  )

/** Transactions that were sent before a reload. Invalid and old entries are left out. */
const readKept = (text: string | null, now: number): readonly Sent[] => {
  try {
    const entries: unknown = JSON.parse(text ?? '[]')
    const sent = Array.isArray(entries) ? entries.filter(isSent) : []
    return sent.filter(({ signedAt }) => now - signedAt <= LONGEST_KEPT_MS)
  } catch {
    return []
  }
}

export interface Request<Built extends { readonly cbor: string; readonly txHash: string }> {
  readonly kind: Kind
  readonly subject: string
  build(): Promise<Built>
  /**
   * @returns what leaves the wallet and what comes back, in words
   * @throws {Error} if the transaction differs from what the person was shown
   */
  check(built: Built): Promise<string>
  sign(built: Built): Promise<Omit<Signed, 'cbor'>>
  idOf(built: Built): string
}

/** Whether a block may still take the transaction. */
export const isOpen = (sending: Sending): sending is Followed =>
  isFollowed(sending) && sending.state !== 'final' && sending.state !== 'expired'

/** The browser keeps the states that are not settled. */
const statesOf = (outside: Outside) => {
  const all = signal<ReadonlyMap<string, Sending>>(new Map())
  const put = (...entries: readonly (readonly [string, Sending | undefined])[]): void => {
    const next = new Map(all.peek())
    for (const [key, sending] of entries)
      if (sending === undefined) next.delete(key)
      else next.set(key, sending)
    all.value = next
    const open = [...next.values()].flatMap((each) => (isOpen(each) ? [each.sent] : []))
    outside.keep(JSON.stringify(open.slice(-KEPT)))
  }
  const keyOfSent = ({ txHash }: Sent): string | undefined =>
    [...all.peek()].find(([, each]) => isFollowed(each) && each.sent.txHash === txHash)?.[0]
  return {
    all,
    put: (key: string, sending: Sending | undefined): void => put([key, sending]),
    /** The last transaction of the kind and subject may wait for a block. It is followed further, under a key of its own. */
    begin(key: string, sending: Sending): void {
      const last = all.peek().get(key)
      const waiting =
        last !== undefined && isOpen(last) ? ([`${key} ${last.sent.txHash}`, last] as const) : undefined
      put([key, undefined], ...(waiting ? [waiting] : []), [key, sending])
    },
    /** The service may build the same transaction again. */
    putSent(key: string, sent: Sent): void {
      put([`${key} ${sent.txHash}`, undefined], [key, { state: 'submitting', sent }])
    },
    stateOf: (sent: Sent): Followed['state'] | undefined => {
      const sending = all.peek().get(keyOfSent(sent) ?? '')
      return sending !== undefined && isFollowed(sending) ? sending.state : undefined
    },
    become(sent: Sent, sending: Followed): void {
      const key = keyOfSent(sent)
      if (key === undefined) return
      const isLast = key === keyOf(sent.kind, sent.subject)
      put([key, isLast || sending.state !== 'final' ? sending : undefined])
    },
  }
}

export const makeSendings = (outside: Outside) => {
  const { all, put, begin, putSent, stateOf, become } = statesOf(outside)

  /** It may spend an output of an earlier transaction that the node does not have yet. */
  const mayFollowAnother = ({ signedAt }: Sent): boolean =>
    [...all.peek().values()].some(
      (each) => isOpen(each) && each.state !== 'seen' && each.sent.signedAt < signedAt,
    )

  /** Submits an unknown transaction again, until the service knows it or calls it invalid. */
  const look = async (sent: Sent): Promise<void> => {
    become(sent, { state: 'unknown', sent })
    for (let failures = 0; stateOf(sent) === 'unknown'; failures++) {
      await new Promise((resolve) => setTimeout(resolve, backoff(failures, WAITS, Math.random())))
      const isAfterAnother = mayFollowAnother(sent)
      try {
        const words = await outside.submit(sent)
        if (words === undefined) return become(sent, { state: 'seen', sent, height: outside.height() })
        if (await outside.wasIncluded(sent)) return become(sent, { state: 'final', sent })
        if (!isAfterAnother) return become(sent, { state: 'expired', sent, words })
      } catch {
        // The state stays `unknown`.
      }
    }
  }

  for (const sent of readKept(outside.kept(), outside.now())) {
    begin(keyOf(sent.kind, sent.subject), { state: 'unknown', sent })
    void look(sent)
  }

  const of = (kind: Kind, subject: string): Sending | undefined => all.value.get(keyOf(kind, subject))
  const lostOf = (kind: Kind, subject: string) =>
    [...all.value].flatMap(([key, each]) =>
      each.state === 'expired' && key.startsWith(`${keyOf(kind, subject)} `) ? [[key, each] as const] : [],
    )
  /** While a transaction of this kind and subject is under way, no other may be sent. */
  const isBusy = (kind: Kind, subject: string): boolean => {
    const state = of(kind, subject)?.state
    if (state === undefined || state === 'refused' || state === 'expired' || state === 'final') return false
    // Any number of orders may wait for a block. Other transactions are sent one at a time.
    return !(kind === 'order' && state === 'seen')
  }
  return {
    all: all as ReadonlySignal<ReadonlyMap<string, Sending>>,
    of,
    /** Transactions before the last one that can no longer be sent. */
    lost: (kind: Kind, subject: string) => lostOf(kind, subject).map(([, each]) => each),
    isBusy,
    /** The outcome is in the transaction's state; the function never throws. */
    async send<Built extends { readonly cbor: string; readonly txHash: string }>({
      kind,
      subject,
      ...request
    }: Request<Built>): Promise<void> {
      const key = keyOf(kind, subject)
      if (isBusy(kind, subject)) return
      begin(key, { state: 'building' })
      let sent: Sent
      try {
        const built = await request.build()
        put(key, { state: 'signing', words: await request.check(built) })
        const { cbor, txHash } = built
        const { witness, changeAddress } = await request.sign(built)
        const signedAt = outside.now()
        sent = { kind, subject, id: request.idOf(built), txHash, cbor, witness, changeAddress, signedAt }
      } catch (error) {
        put(key, { state: 'refused', words: outside.wordsOf(error), error })
        return
      }
      putSent(key, sent)
      try {
        const words = await outside.submit(sent)
        if (words === undefined) become(sent, { state: 'seen', sent, height: outside.height() })
        else put(key, { state: 'refused', words, error: undefined })
      } catch {
        void look(sent)
      }
    },
    /** A block has the transaction. */
    include(sent: Sent): void {
      become(sent, { state: 'final', sent })
    },
    /** The node has dropped the transaction, or a fork has removed it. The chain may still include it later. */
    drop(sent: Sent): void {
      const state = stateOf(sent)
      if (state === 'seen' || state === 'final') void look(sent)
    },
    passBlock(height: number): void {
      for (const each of all.peek().values())
        if (each.state === 'seen' && height - each.height >= MISSED_BLOCKS) void look(each.sent)
    },
    clear(kind: Kind, subject: string): void {
      const state = all.peek().get(keyOf(kind, subject))?.state
      if (state === 'refused' || state === 'expired' || state === 'final')
        put(keyOf(kind, subject), undefined)
      for (const [key] of lostOf(kind, subject)) put(key, undefined)
    },
  }
}
