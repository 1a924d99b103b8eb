// The content id of an image, as `ipfs add --cid-version=1` computes it: sha2-256, raw leaves, chunks of 262,144 bytes in a balanced tree.
// An image of one chunk is a raw block (bafkrei…), a larger one a tree of blocks (bafybei…). The service computes the id itself, so a
// pinning service cannot substitute another image. The library is loaded with the first image.
import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { CID } from 'multiformats/cid'
import { limitConcurrency } from '../../schema/platform/limit-concurrency.ts'

const CHUNK_BYTES = 262_144

/** Links in a node of the tree. */
const MAX_LINKS = 174

/** In a multihash. */
const SHA2_256 = 0x12

/** Only the id is needed. */
const noBlockStore = { put: async (cid: CID): Promise<CID> => cid }

/** One image at a time, so each turn of the event loop hashes only one chunk, however many images are uploaded. */
const hashing = limitConcurrency(1)

/** Views, because copying megabytes would cause garbage collections. An empty image has one empty chunk. */
function* chunksOf(bytes: Uint8Array) {
  for (let start = 0; start === 0 || start < bytes.length; start += CHUNK_BYTES)
    yield bytes.subarray(start, start + CHUNK_BYTES)
}

/** Version 1, in base32. */
export const contentIdOf = (bytes: Uint8Array): Promise<string> => hashing(() => hash(bytes))

const hash = async (bytes: Uint8Array): Promise<string> => {
  const { importer } = await import('ipfs-unixfs-importer')
  const { balanced } = await import('ipfs-unixfs-importer/layout')
  const { CID } = await import('multiformats/cid')
  const { code } = await import('multiformats/codecs/raw')
  const { create } = await import('multiformats/hashes/digest')
  const options = {
    cidVersion: 1,
    rawLeaves: true,
    reduceSingleLeafToSelf: true,
    // Other work may run between two chunks, which take 0.1 to 1 ms each. Web Crypto, the library's default, would copy each chunk and
    // cause garbage collections.
    async *bufferImporter() {
      for (const block of chunksOf(bytes))
        yield async () => {
          await setImmediate()
          const digest = createHash('sha256').update(block).digest()
          return { cid: CID.createV1(code, create(SHA2_256, digest)), size: BigInt(block.length), block }
        }
    },
    blockWriteConcurrency: 1,
    layout: balanced({ maxChildrenPerNode: MAX_LINKS }),
  } as const
  for await (const { cid } of importer([{ content: bytes }], noBlockStore, options)) return cid.toString()
  throw new Error('the IPFS importer returned no content id')
}

/** CID version 1 in base32, of a sha2-256 hash, as `contentIdOf` computes it. Every image's file has such a name. */
export const CONTENT_ID = '^baf(?:kre|ybe)i[a-z2-7]{52}$'
