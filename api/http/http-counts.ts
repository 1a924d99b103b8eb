// Counts the server's work since its start, for the metrics. Since every request is counted, the counts of a route are looked up only once,
// when it is mounted, and counting allocates no memory.

import { API_CAUSES, type ApiCause } from '../../schema/errors.ts'
import { BucketCounts } from '../../schema/platform/bucket-counts.ts'

/** Seconds from a request's head to its response. */
const BUCKETS_S = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export class RouteCounts {
  readonly classes = new Float64Array(6)
  readonly seconds = new BucketCounts(BUCKETS_S)
  /** 0 if the route's responses are not cached. */
  hits = 0
  /** 0 if the route's responses are not cached. */
  misses = 0

  readonly method: string
  /** The route's pattern, never a path from a client. */
  readonly path: string

  constructor(method: string, path: string) {
    this.method = method
    this.path = path
  }

  /** @param since arrival of the request, by `performance.now` */
  responded(status: number, since: number): void {
    const at = Math.floor(status / 100)
    this.classes[at] = (this.classes[at] ?? 0) + 1
    this.seconds.add((performance.now() - since) / 1000)
  }
}

export class HttpCounts {
  readonly routes: RouteCounts[] = []
  readonly errors = new Map<string, number>(Object.keys(API_CAUSES).map((cause) => [cause, 0]))
  /** Unexpected exceptions, which are bugs. Refusals with status 500 do not count. */
  unexpected = 0
  /** Clients that left before their response. */
  left = 0
  /** Connections that were closed because responses were not read. */
  unread = 0
  /** Connections that were closed after a response without a body. */
  bodiless = 0

  route(method: string, path: string): RouteCounts {
    const counts = new RouteCounts(method, path)
    this.routes.push(counts)
    return counts
  }

  failed(cause: ApiCause): void {
    this.errors.set(cause, (this.errors.get(cause) ?? 0) + 1)
  }

  get responses(): number {
    return this.routes.reduce((sum, { classes }) => classes.reduce((all, some) => all + some, sum), 0)
  }
}
