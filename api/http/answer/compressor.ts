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
  #jobs = 0

  constructor(limits: Partial<CompressorLimits> = {}) {
    this.#limits = { ...LIMITS, ...limits }
  }

  /**
   * Compresses a body; undefined when it is too small or too large, or enough is under way.
   * @param body may be written to afterwards.
   */
  start(body: Buffer, encoding: Encoding): Promise<Buffer> | undefined {
    if (body.length <= LEAST_BYTES || body.length > this.#limits.bodyBytes) return undefined
    if (this.#jobs >= this.#limits.jobs) return undefined
    this.#jobs += 1
    return compress(Buffer.from(body), encoding).finally(() => {
      this.#jobs -= 1
    })
  }
}
