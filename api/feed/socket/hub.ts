// The hub knows the subscribers of each channel, and delivers updates to them. The payload of an update is written once for all
// subscribers. Frames differ only in the request id, so subscribers with the same id share the same bytes. Frames are queued per
// connection, and `flush` sends them together.

import type { Uptime } from '../../../schema/platform/clocks.ts'
import type { Hex } from '../../../schema/primitives.ts'
import { type DataEvent, EVENT_OF, type Topic } from '../../../schema/responses/feed.ts'
import { Conflation } from './conflation.ts'
import { FeedCounts } from './feed-counts.ts'
import { dataRest, dataStart, SharedRest } from './frames.ts'
import type { Subscription } from './session.ts'

/** `start` has the request id; subscribers share the rest. */
export interface QueuedFrame {
  readonly start: string
  readonly rest: SharedRest
}

export interface Receiver {
  /** @returns whether it is the first frame since the last `flush` */
  queue(frame: QueuedFrame): boolean
  flush(): void
}

interface Subscriber {
  readonly receiver: Receiver
  readonly owners: ReadonlySet<Hex> | undefined
}

/** Keys are the beginnings of frames, which contain the request id. Most ids have few subscribers. */
type Members = Map<string, Subscriber[]>

export interface Update {
  readonly topic: Topic
  readonly key: string
  /** JSON; undefined if the state no longer exists, for example without a king of the hill. */
  readonly data: string | Uint8Array | undefined
  /** The topic's event if not given. */
  readonly event?: DataEvent
  /** For subscriptions that filter by owner. */
  readonly owner?: Hex
  /**
   * If several updates with the same key and part come within the interval, only the last is sent. An update without a key is always sent.
   */
  readonly conflationKey?: string
  /** Part of an object, such as one bar of a pair; undefined for an object without parts. */
  readonly part?: string
}

interface Delayed {
  readonly update: Update
  readonly members: Members
}

/** No topic contains a space. */
const nameOf = (topic: Topic, key: string): string => `${topic} ${key}`

export class Hub {
  readonly #channels = new Map<string, Members>()
  readonly #conflation: Conflation<Delayed>
  #queued: Receiver[] = []
  readonly counts: FeedCounts

  /** @param interval minimum milliseconds between two frames with the same conflation key on a channel */
  constructor(interval: number, counts = new FeedCounts()) {
    this.counts = counts
    this.#conflation = new Conflation(interval)
  }

  get subscriptions(): ReadonlyMap<Topic, number> {
    return this.counts.subscriptions
  }

  /** Without subscribers, no payload needs to be made. */
  isWanted(topic: Topic, key: string): boolean {
    return this.#channels.has(nameOf(topic, key))
  }

  add(receiver: Receiver, { topic, key, requestId, owners }: Subscription): void {
    const name = nameOf(topic, key)
    const members: Members = this.#channels.get(name) ?? new Map()
    const start = dataStart(requestId)
    const group = members.get(start)
    if (group === undefined) members.set(start, [{ receiver, owners }])
    else group.push({ receiver, owners })
    this.#channels.set(name, members)
    this.counts.subscribed(topic, 1)
  }

  remove(receiver: Receiver, { topic, key, requestId }: Subscription): void {
    const name = nameOf(topic, key)
    const members = this.#channels.get(name)
    const start = dataStart(requestId)
    const group = members?.get(start)
    const at = group?.findIndex((subscriber) => subscriber.receiver === receiver) ?? -1
    if (members === undefined || group === undefined || at === -1) return
    // The order of subscribers does not matter.
    const last = group.pop()
    if (last !== undefined && at < group.length) group[at] = last
    if (group.length === 0) members.delete(start)
    if (members.size === 0) this.#channels.delete(name)
    this.counts.subscribed(topic, -1)
  }

  /** Sends the update at once, or at the end of the interval. */
  publish(update: Update, now: Uptime): void {
    const { topic, key, conflationKey, part = '' } = update
    const name = nameOf(topic, key)
    const members = this.#channels.get(name)
    if (members === undefined) return
    const delayed = { update, members }
    if (conflationKey === undefined || this.#conflation.pass(`${name} ${conflationKey}`, part, delayed, now))
      this.#deliver(delayed)
    this.counts.conflated = this.#conflation.replaced
  }

  /** @returns whether other updates are still delayed */
  tick(now: Uptime): boolean {
    for (const delayed of this.#conflation.due(now)) {
      const { topic, key } = delayed.update
      if (this.#channels.get(nameOf(topic, key)) === delayed.members) this.#deliver(delayed)
    }
    this.flush()
    return !this.#conflation.isIdle
  }

  /** Delayed updates no longer match the models. */
  dropDelayed(): void {
    this.#conflation.clear()
  }

  flush(): void {
    const queued = this.#queued
    this.#queued = []
    for (const receiver of queued) receiver.flush()
  }

  #deliver({ update: { topic, data, event, owner }, members }: Delayed): void {
    const rest = new SharedRest(dataRest(event ?? EVENT_OF[topic], data))
    for (const [start, group] of members) {
      const frame = { start, rest }
      for (const { receiver, owners } of group) {
        if (owners !== undefined && (owner === undefined || !owners.has(owner))) continue
        if (receiver.queue(frame)) this.#queued.push(receiver)
        this.counts.frames++
      }
    }
  }
}
