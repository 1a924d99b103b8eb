// Compresses answers in libuv's threads, never on the event loop. What is compressed under a key is kept, and made once
// however many ask for it at the same time. The work has a limit: past it answers are sent as they are, which costs
// bandwidth in place of time.
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { KIB, MIB } from './body.ts'
import type { Encoding } from './encoding.ts'

export interface CompressorLimits {
  /** Bodies that are compressed or wait for it at one time. */
  readonly jobs: number
  /** Bytes of one body. */
  readonly bodyBytes: number
  /** Bytes of compressed bodies that are kept, with their keys. */
  readonly keptBytes: number
}

const LIMITS: CompressorLimits = { jobs: 16, bodyBytes: 8 * MIB, keptBytes: 32 * MIB }

/** Smaller bodies are sent as they are: with its head such an answer is one packet anyway. */
const LEAST_BYTES = KIB

const brotli = promisify<Buffer, object, Buffer>(brotliCompress)
const deflate = promisify<Buffer, object, Buffer>(gzip)

// The quality at which brotli takes no longer than gzip, and a window that bounds the memory of a job.
const brotliOptions = (size: number) => ({
  params: {
    [constants.BROTLI_PARAM_QUALITY]: 4,
    [constants.BROTLI_PARAM_LGWIN]: 18,
    [constants.BROTLI_PARAM_SIZE_HINT]: size,
  },
})

const compress = (body: Buffer, encoding: Encoding): Promise<Buffer> =>
  encoding === 'br' ? brotli(body, brotliOptions(body.length)) : deflate(body, {})

export class Compressor {
  readonly #limits: CompressorLimits
  /** By key; the one used longest ago comes first. */
  readonly #kept = new Map<string, Buffer>()
  readonly #underWay = new Map<string, Promise<Buffer>>()
  #keptBytes = 0
  #jobs = 0

  constructor(limits: Partial<CompressorLimits> = {}) {
    this.#limits = { ...LIMITS, ...limits }
  }

  /** What was compressed under the key; undefined when that is not kept, or still under way. */
  kept(key: string): Buffer | undefined {
    const body = this.#kept.get(key)
    if (body === undefined) return undefined
    this.#kept.delete(key)
    this.#kept.set(key, body)
    return body
  }

  /**
   * Compresses a body; undefined when it is too small or too large, or enough is under way.
   * @param body may be written to afterwards.
   * @param key of the body and its encoding, to keep the result under; none for what is not asked for again.
   */
  start(body: Buffer, encoding: Encoding, key?: string): Promise<Buffer> | undefined {
    if (body.length <= LEAST_BYTES || body.length > this.#limits.bodyBytes) return undefined
    const underWay = key === undefined ? undefined : this.#underWay.get(key)
    if (underWay !== undefined) return underWay
    if (this.#jobs >= this.#limits.jobs) return undefined
    this.#jobs += 1
    const job = compress(Buffer.from(body), encoding).finally(() => {
      this.#jobs -= 1
    })
    if (key === undefined) return job
    const keeping = job
      .then((compressed) => {
        this.#keep(key, compressed)
        return compressed
      })
      .finally(() => this.#underWay.delete(key))
    this.#underWay.set(key, keeping)
    return keeping
  }

  #keep(key: string, body: Buffer): void {
    this.#kept.set(key, body)
    this.#keptBytes += key.length + body.length
    for (const [oldest, { length }] of this.#kept) {
      if (this.#keptBytes <= this.#limits.keptBytes) break
      this.#kept.delete(oldest)
      this.#keptBytes -= oldest.length + length
    }
  }
}
