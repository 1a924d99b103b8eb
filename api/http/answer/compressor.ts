// Compresses answers in libuv's threads, never on the event loop. The work has a limit: past it answers are sent as they
// are, which costs bandwidth in place of time.
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { KIB, MIB } from '../route/body.ts'
import type { Encoding } from './encoding.ts'

export interface CompressorLimits {
  /** Bodies that are compressed or wait for it at one time. */
  readonly jobs: number
  /** Bytes of one body. */
  readonly bodyBytes: number
}

const LIMITS: CompressorLimits = { jobs: 16, bodyBytes: 8 * MIB }

/** Smaller bodies are sent as they are: with its head such an answer is one packet anyway. */
const LEAST_BYTES = KIB

const brotli = promisify<Buffer, object, Buffer>(brotliCompress)
const deflate = promisify<Buffer, object, Buffer>(gzip)

/** The quality at which brotli takes no longer than gzip. */
const QUALITY = 4
/** The best quality, for what clients keep for ever. */
const BEST_QUALITY = 11

// The window bounds the memory of a job.
const brotliOptions = (size: number, quality: number) => ({
  params: {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_LGWIN]: 18,
    [constants.BROTLI_PARAM_SIZE_HINT]: size,
  },
})

const compress = (body: Buffer, encoding: Encoding, quality: number): Promise<Buffer> =>
  encoding === 'br' ? brotli(body, brotliOptions(body.length, quality)) : deflate(body, {})

export class Compressor {
  readonly #limits: CompressorLimits
  #jobs = 0

  constructor(limits: Partial<CompressorLimits> = {}) {
    this.#limits = { ...LIMITS, ...limits }
  }

  /**
   * Compresses a body; undefined when it is too small or too large, or enough is under way.
   * @param body may be written to afterwards.
   * @param isKept whether clients keep it for ever, so that it is worth the most time
   */
  start(body: Buffer, encoding: Encoding, isKept = false): Promise<Buffer> | undefined {
    if (body.length <= LEAST_BYTES || body.length > this.#limits.bodyBytes) return undefined
    if (this.#jobs >= this.#limits.jobs) return undefined
    this.#jobs += 1
    return compress(Buffer.from(body), encoding, isKept ? BEST_QUALITY : QUALITY).finally(() => {
      this.#jobs -= 1
    })
  }
}
