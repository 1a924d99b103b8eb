// The tokens that are locked for the connected wallet. Each lock shows its end, then a button that redeems it, then the state of that
// transaction until it is in a block.
import { signal } from '@preact/signals'
import type { VestingBody } from '../../schema/responses/vesting.ts'
import { status } from '../chain.ts'
import { useFetched } from '../fetching.ts'
import { now } from '../now.ts'
import { Panel } from '../parts/details/panel.tsx'
import { compact, MAX_TIME, momentOf } from '../parts/format.ts'
import { Icon } from '../parts/icons.tsx'
import { linkTo } from '../parts/link.ts'
import { useDrawnAfter } from '../parts/parts.tsx'
import { Waiting } from '../parts/waiting.tsx'
import { SendButton, SendingLine } from './sending-line.tsx'
import { TokenName } from './token-name.tsx'
import { locksOf, sendings, withdraw } from './transactions.ts'
import { ownKeys } from './wallet.ts'

const LOCKED = 'the locks'
/** Shown locks. The locks that end first are shown first. */
const LOCKS = 50
/** Locks that were redeemed since the page was loaded. */
const pressed = signal<readonly VestingBody[]>([])

const redeem = (lock: VestingBody): Promise<void> => {
  pressed.value = [...pressed.peek().filter(({ id }) => id !== lock.id), lock]
  return withdraw(lock)
}

/** Unix milliseconds, read again when the next of these locks ends. */
const useTime = (locks: readonly VestingBody[]): number => {
  const time = now()
  const next = locks.map(({ lockUntil }) => Number(lockUntil)).find((end) => end >= time)
  useDrawnAfter(next && next - time + 1)
  return time
}

const Row = ({ lock, now }: { lock: VestingBody; now: number }) => {
  const asset = `${lock.tokenPolicyId}.${lock.tokenAssetName}`
  const end = Number(lock.lockUntil)
  return (
    <li class="row" data-lock={lock.id}>
      <a class="row grow lit" href={linkTo(`/token/${asset}`)}>
        <Icon name="lock" />
        <span class="grow">
          <TokenName asset={asset} />
          <span class="muted num small">{compact(Number(lock.totalLocked))}</span>
        </span>
        {end >= now && (
          <span class="muted num small end">
            {end > MAX_TIME ? 'for ever' : `until ${momentOf(end / 1000)}`}
          </span>
        )}
      </a>
      {end < now && <SendButton kind="redeem" subject={lock.id} label="Redeem" send={() => redeem(lock)} />}
    </li>
  )
}

/** Blocks, about a minute, after which the locks are fetched again. Others may lock tokens for this wallet. */
const BLOCKS = 3

const Redeemed = ({ lock }: { lock: VestingBody }) => (
  <li class="row small">
    <Icon name="check" /> Redeemed {compact(Number(lock.totalLocked))}{' '}
    <TokenName asset={`${lock.tokenPolicyId}.${lock.tokenAssetName}`} />.{' '}
    <SendingLine of={sendings.of('redeem', lock.id)} />
  </li>
)

/** A lock that the chain no longer has was redeemed. A fork may bring it back. */
const settle = (keys: readonly string[], locks: readonly VestingBody[]): void => {
  for (const each of sendings.all.peek().values()) {
    if (!('sent' in each) || each.sent.kind !== 'redeem' || !keys.includes(each.sent.id)) continue
    const isThere = locks.some(({ id }) => id === each.sent.subject)
    if (!isThere) sendings.include(each.sent)
    else if (each.state === 'final') sendings.drop(each.sent)
  }
}

export const Locks = () => {
  const keys = ownKeys()
  const redeemed = pressed.value.filter(
    ({ id, redeemerVkh }) => keys.includes(redeemerVkh) && sendings.of('redeem', id)?.state === 'final',
  )
  // A new block may contain a sent transaction, or a fork may remove it.
  const isWaiting = [...sendings.all.value.values()].some(
    (each) => 'sent' in each && each.sent.kind === 'redeem' && keys.includes(each.sent.id),
  )
  const { id, height = 0 } = status.value?.models ?? {}
  const block = isWaiting ? id : Math.floor(height / BLOCKS)
  const load = async () => (await Promise.all(keys.map(locksOf))).flat()
  const apply = (found: readonly VestingBody[]) => settle(keys, found)
  const found = useFetched(LOCKED, { load, apply }, [keys.join(), block])
  const known = found?.toSorted((a, b) => Number(a.lockUntil) - Number(b.lockUntil)) ?? []
  const now = useTime(known)
  return (
    <Panel title="Locked for this wallet" label="Locks">
      {found === undefined && <Waiting part={LOCKED} />}
      {found?.length === 0 && redeemed.length === 0 && <p class="muted">Nothing is locked.</p>}
      <ul class="held">
        {known.slice(0, LOCKS).map((lock) => (
          <Row key={lock.id} lock={lock} now={now} />
        ))}
      </ul>
      <ul class="held" aria-live="polite">
        {redeemed.map((lock) => (
          <Redeemed key={lock.id} lock={lock} />
        ))}
      </ul>
      {known.length > LOCKS && <p class="muted small">And {known.length - LOCKS} more that end later.</p>}
    </Panel>
  )
}
