// The tokens that are locked for the connected wallet: the end of each lock, after the end a button that redeems it, and the state of that
// transaction until it is in a block.
import { signal, useSignal } from '@preact/signals'
import { useEffect, useState } from 'preact/hooks'
import type { VestingBody } from '../../../../schema/answers/vesting.ts'
import { dataOf } from '../../../client/answer.ts'
import { status } from '../chain.ts'
import { fetching } from '../loading.ts'
import { compact, MAX_TIME, momentOf } from '../parts/format.ts'
import { Icon } from '../parts/icons.tsx'
import { LookUp } from '../parts/look-up.tsx'
import { Waiting } from '../parts/waiting.tsx'
import { SendButton } from '../send-button.tsx'
import { client } from '../service.ts'
import { TokenName } from './token-name.tsx'
import { withdraw } from './transactions.ts'

const LOCKED = 'the locks'
/** Maximum number of locks that are shown; the locks that end first come first. */
const LOCKS = 50
const MAX_TIMER = 2 ** 31 - 1
/** Number of blocks without a sent transaction, after which it may be sent again. */
const GIVEN_UP = 20

interface Redemption {
  readonly lock: VestingBody
  readonly transaction: string
  /** Last block at the time of sending. */
  readonly height: number
}

/** Transactions that were sent since the page was loaded. */
const sent = signal<readonly Redemption[]>([])

const heightNow = (): number => status.value?.models?.height ?? 0

const redeem = async (lock: VestingBody): Promise<void> => {
  const transaction = await withdraw(lock.id)
  const others = sent.peek().filter((each) => each.lock.id !== lock.id)
  sent.value = [...others, { lock, transaction, height: heightNow() }]
}

/** The current time, Unix milliseconds, which is read again when the next of these locks ends. */
const useTime = (locks: readonly VestingBody[]): number => {
  const [now, setNow] = useState(Date.now())
  const next = locks.map(({ lockUntil }) => Number(lockUntil)).find((end) => end >= now)
  useEffect(() => {
    if (next === undefined) return
    const timer = setTimeout(() => setNow(Date.now()), Math.min(MAX_TIMER, next - Date.now() + 1))
    return () => clearTimeout(timer)
  }, [next, now])
  return now
}

const Transaction = ({ of: { transaction }, children }: { of: Redemption; children: string }) => (
  <span class="muted small">
    <LookUp kind="transaction" id={transaction}>
      {children}
    </LookUp>
  </span>
)

const Row = (props: { lock: VestingBody; now: number; redemption: Redemption | undefined }) => {
  const { lock, now, redemption } = props
  const asset = `${lock.tokenPolicyId}.${lock.tokenAssetName}`
  const end = Number(lock.lockUntil)
  const isSent = redemption !== undefined && heightNow() - redemption.height < GIVEN_UP
  return (
    <li data-lock={lock.id}>
      <a href={`#/token/${asset}`}>
        <Icon name="lock" />
        <span>
          <TokenName asset={asset} />
          <span class="muted num">{compact(Number(lock.totalLocked))}</span>
        </span>
        {end >= now && (
          <span class="muted num">{end > MAX_TIME ? 'for ever' : `until ${momentOf(end / 1000)}`}</span>
        )}
      </a>
      {isSent && <Transaction of={redemption}>Sent: waiting for a block</Transaction>}
      {end < now && !isSent && (
        <>
          {redemption !== undefined && (
            <span class="muted small">The transaction is not in a block. Try again.</span>
          )}
          <SendButton label="Redeem" sent="Sent" send={() => redeem(lock)} />
        </>
      )}
    </li>
  )
}

export const Locks = ({ pkh }: { pkh: string }) => {
  const locks = useSignal<readonly VestingBody[] | undefined>(undefined)
  const own = sent.value.filter(({ lock }) => lock.redeemerVkh === pkh)
  const known = locks.value ?? []
  const redeemed = own.filter(({ lock }) => !known.some(({ id }) => id === lock.id))
  // Another block may contain the sent transaction, or roll it back.
  const block = own.length > 0 ? status.value?.models?.id : undefined
  const now = useTime(known)
  useEffect(() => {
    const get = fetching(LOCKED, 0, async () => {
      const query = { redeemerVkhs: pkh }
      locks.value = dataOf(
        await client.POST('/v1/vesting/get-by-redeemer', { params: { query }, body: {} }),
      ).vestings
    })
    get()
    return get.cancel
  }, [pkh, block])
  return (
    <section class="panel" aria-label="Locks">
      <h2>Locked for this wallet</h2>
      {locks.value === undefined && <Waiting part={LOCKED} />}
      {locks.value?.length === 0 && redeemed.length === 0 && <p class="muted">Nothing is locked.</p>}
      <ul class="held">
        {known.slice(0, LOCKS).map((lock) => (
          <Row
            key={lock.id}
            lock={lock}
            now={now}
            redemption={own.find((each) => each.lock.id === lock.id)}
          />
        ))}
        {locks.value !== undefined &&
          redeemed.map((each) => (
            <li key={each.lock.id} class="small">
              <Icon name="check" /> Redeemed {compact(Number(each.lock.totalLocked))}{' '}
              <TokenName asset={`${each.lock.tokenPolicyId}.${each.lock.tokenAssetName}`} />
              <Transaction of={each}>transaction</Transaction>
            </li>
          ))}
      </ul>
      {known.length > LOCKS && <p class="muted small">And {known.length - LOCKS} more that end later.</p>}
    </section>
  )
}
