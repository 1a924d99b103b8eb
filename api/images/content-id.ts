// The content id of an image, as `ipfs add --cid-version=1` computes it: sha2-256, raw leaves, chunks of 262,144 bytes in a
// balanced tree. An image of one chunk is a raw block (bafkrei…), a larger image a tree of blocks (bafybei…). The service computes
// the id itself, so that a pinning service cannot substitute another image. The library is loaded with the first image.
import { setImmediate } from 'node:timers/promises'
import type { CID } from 'multiformats/cid'
import { turns } from '../../schema/platform/turns.ts'

const CHUNK_BYTES = 262_144

/** Most links of a node of the tree. */
const MAX_LINKS = 174

/** Block store that drops the blocks: only the id is needed. */
const noBlockStore = { put: async (cid: CID): Promise<CID> => cid }

/** Hashes one image at a time. An image takes some ten milliseconds, so other work runs between its chunks. */
const hashing = turns(1)

async function* chunksOf(bytes: Uint8Array) {
  yield bytes.subarray(0, CHUNK_BYTES)
  for (let start = CHUNK_BYTES; start < bytes.length; start += CHUNK_BYTES) {
    await setImmediate()
    yield bytes.subarray(start, start + CHUNK_BYTES)
  }
}

/** Computes the CID, version 1 in base32. */
export const contentIdOf = (bytes: Uint8Array): Promise<string> => hashing(() => hash(bytes))

const hash = async (bytes: Uint8Array): Promise<string> => {
  const { importer } = await import('ipfs-unixfs-importer')
  const { balanced } = await import('ipfs-unixfs-importer/layout')
  const options = {
    cidVersion: 1,
    rawLeaves: true,
    reduceSingleLeafToSelf: true,
    // The chunks are already cut; the library's own chunker would copy them.
    chunker: (chunks: AsyncIterable<Uint8Array>) => chunks,
    layout: balanced({ maxChildrenPerNode: MAX_LINKS }),
  } as const
  for await (const { cid } of importer([{ content: chunksOf(bytes) }], noBlockStore, options))
    return cid.toString()
  throw new Error('the IPFS importer returned no content id')
}

/** Pattern of the ids that `contentIdOf` computes (CID version 1 in base32 of a sha2-256 hash), the only names of images. */
export const CONTENT_ID = '^baf(?:kre|ybe)i[a-z2-7]{52}$'
