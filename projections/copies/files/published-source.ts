// A published directory as the source of a replica, over HTTP: the replica reads the manifest every second, and fetches the differences
// that it lacks.
import type { Loop } from '../../../schema/platform/loop.ts'
import { messageOf } from '../../../schema/platform/message-of.ts'
import type { Network } from '../../../schema/primitives.ts'
import { CopyMoved, isSamePoint } from '../receive/copy-source.ts'
import type { FollowedSource } from '../receive/replica-following.ts'
import type { DescribedModels } from '../source/models-source.ts'
import { PublishedCopy } from './published-copy.ts'
import { differencesAfter, PublishedLink } from './published-link.ts'

/** Interval in ms between two reads of the manifest. */
const POLL_INTERVAL_MS = 1_000

/** @param url address of the published directory */
export const publishedSource = (
  url: string,
  rules: DescribedModels,
  network: Network,
): FollowedSource<PublishedLink> => ({
  name: 'MODELS_URL',
  nothing: 'nothing is published at MODELS_URL yet',
  settings: 'MODELS_URL or NETWORK',
  connect: async (loop: Loop) => ({
    connection: new PublishedLink(url, loop.signal),
    look: POLL_INTERVAL_MS,
  }),
  readState: async (link) => (await link.look())?.state,
  async readDifferences(link, tables, since, hasPassed) {
    const manifest = await link.look()
    if (manifest?.state.load !== since.load) return 'everything'
    const { state, first } = manifest
    if (state.version < since.version) return hasPassed(state) ? [] : 'everything'
    if (state.version === since.version) return isSamePoint(state, since) ? [] : 'everything'
    if (first > since.version + 1) return 'everything'
    return differencesAfter(link, tables, since, state.version)
  },
  async beginCopy(link, path, _state, onProgress) {
    const snapshot = link.manifest?.snapshots.at(-1)
    if (link.manifest === undefined || snapshot === undefined) throw new CopyMoved('there is no snapshot')
    return new PublishedCopy(path, link.manifest.state.load, snapshot, { network, rules, onProgress })
  },
  readReports: async (link) => link.manifest?.reports ?? [],
  close: () => {},
  causeOf: (_, error) => error,
  handleFailure: messageOf,
})
