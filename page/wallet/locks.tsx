// The tokens that are locked for the connected wallet. Each lock shows its end, then a button that redeems it, then the state of that
// transaction until it is in a block.
import { signal } from '@preact/signals'
import { assetId } from '../../schema/primitives.ts'
import type { VestingBody } from '../../schema/responses/vesting.ts'
import { status } from '../chain.ts'
import { fetchPools } from '../fetch-pools.ts'
import { useFetched } from '../fetching.ts'
import { now } from '../now.ts'
import { Panel } from '../parts/details/panel.tsx'
import { compact, MAX_TIME, momentOf } from '../parts/format.ts'
import { Icon } from '../parts/icons.tsx'
import { linkTo } from '../parts/link.ts'
import { Pager, usePageOf } from '../parts/pages.tsx'
import { useDrawnAfter } from '../parts/parts.tsx'
import { Waiting } from '../parts/waiting.tsx'
import { poolOf } from '../pools.ts'
import { SendButton, SendingLine } from './sending-line.tsx'
import { TokenName } from './token-name.tsx'
import { locksOf, sendings, withdraw } from './transactions.ts'
import { ownKeys } from './wallet.ts'

const LOCKED = 'the locks'
/** Locks that were redeemed since the page was loaded. */
const pressed = signal<readonly VestingBody[]>([])

const redeem = (lock: VestingBody): Promise<void> => {
  pressed.value = [...pressed.peek().filter(({ id }) => id !== lock.id), lock]
  return withdraw(lock)
}

/** Unix milliseconds, read again when the next of these locks ends. */
const useTime = (locks: readonly VestingBody[]): number => {
  const time = now()
  const next = Math.min(...locks.map(({ lockUntil }) => Number(lockUntil)).filter((end) => end >= time))
  useDrawnAfter(next - time + 1)
  return time
}

const assetOf = (lock: VestingBody): string => assetId(lock.tokenPolicyId, lock.tokenAssetName)

/** Anybody can lock any tokens for any wallet, so locks of listed tokens come first. Of each kind, the ones that end first are first. */
const sorted = (locks: readonly VestingBody[]): readonly VestingBody[] =>
  locks
    .map((lock) => ({
      lock,
      end: Number(lock.lockUntil),
      isListed: poolOf(assetOf(lock)).value !== undefined,
    }))
    .sort((a, b) => Number(b.isListed) - Number(a.isListed) || a.end - b.end)
    .map(({ lock }) => lock)

const Row = ({ lock, now }: { lock: VestingBody; now: number }) => {
  const asset = assetOf(lock)
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
    <Icon name="check" /> Redeemed {compact(Number(lock.totalLocked))} <TokenName asset={assetOf(lock)} />.{' '}
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
  const load = async (signal: AbortSignal) => {
    const locks = (await Promise.all(keys.map(locksOf))).flat()
    await fetchPools([...new Set(locks.map(assetOf))], signal)
    return locks
  }
  const apply = (found: readonly VestingBody[]) => settle(keys, found)
  const found = useFetched(LOCKED, { load, apply }, [keys.join(), block])
  const shown = usePageOf(found && sorted(found))
  const now = useTime(shown.rows ?? [])
  return (
    <Panel title="Locked for this wallet" label="Locks">
      {found === undefined && <Waiting part={LOCKED} />}
      {found?.length === 0 && redeemed.length === 0 && <p class="muted">Nothing is locked.</p>}
      <ul class="held">
        {shown.rows?.map((lock) => (
          <Row key={lock.id} lock={lock} now={now} />
        ))}
      </ul>
      {found && <Pager at={shown.at} count={found.length} of="locks" />}
      <ul class="held" aria-live="polite">
        {redeemed.map((lock) => (
          <Redeemed key={lock.id} lock={lock} />
        ))}
      </ul>
    </Panel>
  )
}
