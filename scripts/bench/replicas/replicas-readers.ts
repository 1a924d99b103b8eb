// Readers of a published directory that make the requests of replicas and discard the answers.
import { slowLink } from '../../../projections/postgres/testing/slow-link.ts'
import { differenceName, pieceName } from '../../../projections/published/layout.ts'
import { PublishedLink } from '../../../projections/published/published-link.ts'
import { answer } from '../kit/child.ts'

export type ReadersRequest =
  /** Opens readers, each of which copies everything and then follows; answered with the received bytes when all have copied. */
  | { readonly kind: 'open'; readonly port: number; readonly readers: number }
  /** Answered with the bytes received so far. */
  | { readonly kind: 'bytes' }

/** Interval in ms between two requests of a replica. */
const LOOK = 1_000

const { signal } = new AbortController()

/** Reads what was published after a version. @returns the version of the last commit */
const catchUp = async (link: PublishedLink, since: number): Promise<number> => {
  const state = (await link.look())?.state
  let version = since
  while (state !== undefined && version < state.version)
    await link.read(differenceName({ load: state.load, version: ++version }))
  return version
}

/** Copies everything. @returns the version of the copy */
const copy = async (link: PublishedLink): Promise<number> => {
  const snapshot = (await link.look())?.snapshots.at(-1)
  const load = link.manifest?.state.load
  if (snapshot === undefined || load === undefined) throw new Error('nothing is published')
  for (let at = 0; at < snapshot.pieces; at++) await link.read(pieceName(load, snapshot, at))
  return catchUp(link, snapshot.version)
}

const follow = async (link: PublishedLink, copied: number): Promise<void> => {
  for (let version = copied; ; version = await catchUp(link, version))
    await new Promise((resolve) => setTimeout(resolve, LOOK))
}

let link: Awaited<ReturnType<typeof slowLink>> | undefined

answer<ReadersRequest>(async (request) => {
  if (request.kind === 'open') {
    // Counts the bytes that pass.
    link = await slowLink(request.port, { rate: Number.POSITIVE_INFINITY, delay: 0 })
    const url = `http://127.0.0.1:${link.port}`
    const readers = Array.from({ length: request.readers }, () => new PublishedLink(url, signal))
    const copied = await Promise.all(readers.map(copy))
    for (const [at, reader] of readers.entries()) {
      // Replicas are not all started at the same moment.
      setTimeout(() => void follow(reader, copied[at] ?? 0), (at / readers.length) * LOOK)
    }
  }
  return link?.bytes ?? 0
})
