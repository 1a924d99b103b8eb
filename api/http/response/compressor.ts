// Compresses responses in libuv's threads, never on the event loop. The number of jobs is limited. At the limit, further responses are sent
// uncompressed, which takes bandwidth instead of time.
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { KIB, MIB } from '../route/body.ts'
import type { Encoding } from './encoding.ts'

export interface CompressorLimits {
  readonly jobs: number
  readonly bodyBytes: number
}

const LIMITS: CompressorLimits = { jobs: 16, bodyBytes: 8 * MIB }

/** Smaller bodies fit into one packet together with the head. */
const LEAST_BYTES = KIB

const brotli = promisify<Buffer, object, Buffer>(brotliCompress)
const deflate = promisify<Buffer, object, Buffer>(gzip)

/** Quality at which brotli is as fast as gzip. */
const QUALITY = 4
/** Quality for files that clients cache forever. */
const BEST_QUALITY = 11

// A limited window limits a job's memory.
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
   * Undefined if the body is too small or too large, or too many jobs wait.
   * @param body may be overwritten afterwards
   * @param isKept clients cache the body forever, so the best compression is worth its time
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
