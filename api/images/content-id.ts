// The content id of an image, as `ipfs add --cid-version=1` computes it: sha2-256, raw leaves, chunks of 262,144 bytes in a
// balanced tree. An image of one chunk is a raw block (bafkrei…), a larger one a tree of blocks (bafybei…). Computed
// here, so that nobody who stores the image can name another. The library is loaded with the first image.
import { setImmediate } from 'node:timers/promises'
import type { CID } from 'multiformats/cid'
import { turns } from '../../schema/platform/turns.ts'

const CHUNK_BYTES = 262_144

/** Links of a node of the tree. */
const MOST_LINKS = 174

/** The blocks themselves are not needed. */
const nowhere = { put: async (cid: CID): Promise<CID> => cid }

/** One image at a time, and between two of its chunks everything else that waits: hashing one takes some ten milliseconds. */
const hashing = turns(1)

async function* chunksOf(bytes: Uint8Array) {
  yield bytes.subarray(0, CHUNK_BYTES)
  for (let start = CHUNK_BYTES; start < bytes.length; start += CHUNK_BYTES) {
    await setImmediate()
    yield bytes.subarray(start, start + CHUNK_BYTES)
  }
}

/** CID of version 1 in base32. */
export const contentIdOf = (bytes: Uint8Array): Promise<string> => hashing(() => hash(bytes))

const hash = async (bytes: Uint8Array): Promise<string> => {
  const { importer } = await import('ipfs-unixfs-importer')
  const { balanced } = await import('ipfs-unixfs-importer/layout')
  const options = {
    cidVersion: 1,
    rawLeaves: true,
    reduceSingleLeafToSelf: true,
    // Chunks are cut already; the library's own chunker would copy each.
    chunker: (chunks: AsyncIterable<Uint8Array>) => chunks,
    layout: balanced({ maxChildrenPerNode: MOST_LINKS }),
  } as const
  for await (const { cid } of importer([{ content: chunksOf(bytes) }], nowhere, options))
    return cid.toString()
  throw new Error('the importer made nothing of an image')
}

/** A CID of version 1 of sha2-256 in base32: what `contentIdOf` gives, and the only names images have. */
export const CONTENT_ID = '^baf(?:kre|ybe)i[a-z2-7]{52}$'
