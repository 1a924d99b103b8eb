// Who is sent what: subscribers by channel, and frames on their way to them. A payload is written once, however many
// sockets want it; only the id of the request differs, so subscribers with the same id share the very bytes. Frames are
// collected for each connection and leave together at `flush`.
import { type DataEvent, EVENT_OF, type Topic } from '../../../schema/answers/feed.ts'
import type { Hex } from '../../../schema/primitives.ts'
import { Conflation } from './conflation.ts'
import { FeedCounts } from './feed-counts.ts'
import { dataRest, dataStart } from './frames.ts'
import type { Subscription } from './session.ts'
import { SharedRest } from './shared-rest.ts'

/** A frame on its way: how it begins, and the rest after it. */
export interface KeptFrame {
  readonly start: string
  readonly rest: SharedRest
}

/** A connection as the hub sees it. */
export interface Receiver {
  /**
   * Keeps a frame until the next `flush`.
   * @returns whether it is the first that is kept since the last one
   */
  keep(frame: KeptFrame): boolean
  /** Sends what was kept. */
  flush(): void
}

interface Subscriber {
  readonly receiver: Receiver
  readonly owners: ReadonlySet<Hex> | undefined
}

/**
 * The subscribers of a channel by what their frames begin with, which is the id of their request. Most ids have few, so a list is
 * enough and is small.
 */
type Members = Map<string, Subscriber[]>

/** Message to the subscribers of a channel. */
export interface Update {
  readonly topic: Topic
  readonly key: string
  /** JSON; undefined where there is nothing any more and nothing names it. */
  readonly data: string | Uint8Array | undefined
  /** The topic's own unless given. */
  readonly event?: DataEvent
  /** Whose order it is, for subscribers who chose owners. */
  readonly owner?: Hex
  /** Subject of the state: of several updates about it in a short time only the last is sent. Without a subject every update is sent. */
  readonly about?: string
}

/** Names of channels are put together so that no two are one. */
const nameOf = (topic: Topic, key: string): string => `${topic} ${key}`

export class Hub {
  readonly #channels = new Map<string, Members>()
  readonly #conflation: Conflation<Update>
  #kept: Receiver[] = []

  /** @param interval milliseconds between two frames about the same thing on a channel. */
  constructor(
    interval: number,
    readonly counts = new FeedCounts(),
  ) {
    this.#conflation = new Conflation(interval)
  }

  /** Subscriptions by topic. */
  get subscriptions(): ReadonlyMap<Topic, number> {
    return this.counts.subscriptions
  }

  /** Whether anybody wants to hear of it: if not, its payload need not be made. */
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
    // The last takes its place: nobody minds the order among sockets.
    const last = group.pop()
    if (last !== undefined && at < group.length) group[at] = last
    if (group.length === 0) members.delete(start)
    if (members.size === 0) this.#channels.delete(name)
    this.counts.subscribed(topic, -1)
  }

  /** Hands an update to the channel's subscribers, at once or when enough time has passed since the last. */
  publish(update: Update, now: number): void {
    const { topic, key, about } = update
    if (!this.isWanted(topic, key)) return
    if (about === undefined || this.#conflation.pass(`${nameOf(topic, key)} ${about}`, update, now))
      this.#deliver(update)
    this.counts.conflated = this.#conflation.replaced
  }

  /** Hands out what has waited long enough. @returns whether more waits */
  tick(now: number): boolean {
    for (const update of this.#conflation.due(now)) this.#deliver(update)
    this.flush()
    return !this.#conflation.isIdle
  }

  /** Drops what was held back: it is not what the models say any more. */
  forget(): void {
    this.#conflation.clear()
  }

  /** Lets every frame handed out leave. */
  flush(): void {
    const kept = this.#kept
    this.#kept = []
    for (const receiver of kept) receiver.flush()
  }

  #deliver({ topic, key, data, event, owner }: Update): void {
    const rest = new SharedRest(dataRest(event ?? EVENT_OF[topic], data))
    for (const [start, group] of this.#channels.get(nameOf(topic, key)) ?? []) {
      const frame = { start, rest }
      for (const { receiver, owners } of group) {
        if (owners !== undefined && (owner === undefined || !owners.has(owner))) continue
        if (receiver.keep(frame)) this.#kept.push(receiver)
        this.counts.frames++
      }
    }
  }
}
