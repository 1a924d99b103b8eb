// A mark beside the block height: how many of the operator's other services have the same digest at the same block. Loaded only if the
// operator names such services.
import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { agreementOf, type Stand } from '../client/agreement.ts'
import { launchpadClient } from '../client/launchpad-client.ts'
import { shortFetch } from '../client/short-fetch.ts'
import { facts, status } from './chain.ts'
import { keepFetching } from './fetching.ts'
import { whole } from './parts/format.ts'
import { Icon } from './parts/icons.tsx'
import { BASE } from './service.ts'

/** Wait in ms after a block before the digests are fetched: the services index the block at about the same time. */
const DELAY_MS = 700

const agreement = signal<ReturnType<typeof agreementOf>>(undefined)

const standOf = async (origin: string): Promise<Stand | undefined> => {
  const { data } = await launchpadClient(origin).GET('/status', {
    signal: AbortSignal.timeout(5_000),
    fetch: shortFetch,
  })
  return data?.models && data.digest !== null ? { ...data.models, digest: data.digest } : undefined
}

const compare = async (): Promise<void> => {
  const [own, ...others] = await Promise.all([
    standOf(BASE),
    ...(facts.peek()?.peers ?? []).map((peer) => standOf(peer).catch(() => undefined)),
  ])
  agreement.value = (own && agreementOf(own, others)) ?? agreement.peek()
}

/** @returns function that stops the comparisons */
const follow = (): (() => void) =>
  keepFetching('the digests', { delay: DELAY_MS, load: compare, when: () => status.value?.models })

export const Stamp = () => {
  useEffect(follow, [])
  const compared = agreement.value
  if (compared === undefined) return null
  const { agree, of, height, digest } = compared
  return (
    <span
      class={`num ${agree === of ? 'up' : 'down'}`}
      title={`At block ${whole(height)} ${agree} of ${of} services have the digest ${digest.slice(0, 12)}…`}
    >
      <Icon name={agree === of ? 'check' : 'warning'} size={12} /> {agree}/{of}
      <span class="sr"> services agree</span>
    </span>
  )
}
