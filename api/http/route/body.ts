// Kinds of request bodies: JSON, a multipart form (multipart.ts), or plain bytes. Each kind has a limit of bytes, which is checked while
// the body arrives. A reader gets the body piece by piece.
import { type OptionalKind, type StaticDecode, type TSchema, Type, TypeGuard } from '@sinclair/typebox'
import type { TokenOf } from '../../../schema/codecs/asset-text.ts'
import type { ApiCause } from '../../../schema/errors.ts'
import { BODY_BOUNDS, JsonMeter } from '../check/bounded-json.ts'
import { bodyReaderOf, refusedJson } from '../check/validation.ts'

export const KIB = 1024
export const MIB = 1024 * KIB

/** The memory must be returned with the response at the latest. */
export interface BodyMemory {
  /** Uninitialised. */
  lend(length: number): Buffer
  /** Also takes a piece of a body. The caller must no longer read the bytes. */
  free(bytes: Buffer): void
}

/** An error that the reader throws becomes the response. */
export interface BodyReader<T> {
  /** @param piece unchanged until the response is sent, so the reader may keep it */
  write(piece: Buffer): void
  /** Unparsed, one character per byte. Only for bodies that are part of a cache key. */
  text?(): string
  /** Called once the body is complete. */
  end(tokenOf?: TokenOf): T | Promise<T>
}

export interface BodySpec<T = unknown> {
  readonly mediaType: string
  readonly schema: TSchema
  readonly limit: number
  readonly tooLarge: ApiCause
  readonly isOptional: boolean
  /** A request with another `Content-Type` is invalid. */
  readonly requiresType: boolean
  /** @param contentType of the request if it is required, else empty */
  open(contentType: string, memory: BodyMemory): BodyReader<T>
}

type JsonValue<S extends TSchema> = S extends { [OptionalKind]: 'Optional' }
  ? StaticDecode<S> | undefined
  : StaticDecode<S>

const NO_BYTES = Buffer.alloc(0)

class WholeReader<T> implements BodyReader<T> {
  #pieces: Buffer[] = []

  readonly #read: (bytes: Buffer, tokenOf?: TokenOf) => T
  readonly #memory: BodyMemory

  constructor(read: (bytes: Buffer, tokenOf?: TokenOf) => T, memory: BodyMemory) {
    this.#read = read
    this.#memory = memory
  }

  write(piece: Buffer): void {
    this.#pieces.push(piece)
  }

  text(): string {
    return this.#whole().toString('latin1')
  }

  end(tokenOf?: TokenOf): T {
    return this.#read(this.#whole(), tokenOf)
  }

  #whole(): Buffer {
    const pieces = this.#pieces
    if (pieces.length > 1) {
      const whole = this.#memory.lend(pieces.reduce((sum, { length }) => sum + length, 0))
      let at = 0
      for (const piece of pieces) {
        at += piece.copy(whole, at)
        this.#memory.free(piece)
      }
      this.#pieces = [whole]
    }
    return this.#pieces[0] ?? NO_BYTES
  }
}

/** Throws as soon as the JSON exceeds its bounds. */
class JsonReader<T> extends WholeReader<T> {
  readonly #meter = new JsonMeter(BODY_BOUNDS)

  override write(piece: Buffer): void {
    try {
      this.#meter.check(piece)
    } catch (error) {
      throw refusedJson(error, 'the body')
    }
    super.write(piece)
  }
}

interface JsonOptions {
  readonly limit: number
  readonly requiresType?: boolean
}

/** If the schema is optional, the body may be missing. */
export function json<S extends TSchema>(schema: S, options: JsonOptions): BodySpec<JsonValue<S>>
export function json(schema: TSchema, { limit, requiresType = false }: JsonOptions): BodySpec {
  const read = bodyReaderOf(schema)
  return {
    mediaType: 'application/json',
    schema,
    limit,
    tooLarge: 'PAYLOAD_TOO_LARGE',
    isOptional: TypeGuard.IsOptional(schema),
    requiresType,
    open: (_, memory) => new JsonReader(read, memory),
  }
}

/** A text within the bounds of JSON, which need not be valid JSON. */
export const jsonText = ({ limit }: Pick<JsonOptions, 'limit'>): BodySpec<string> => ({
  mediaType: 'application/json',
  schema: Type.Unknown(),
  limit,
  tooLarge: 'PAYLOAD_TOO_LARGE',
  isOptional: false,
  requiresType: false,
  open: (_, memory) => new JsonReader((whole) => whole.toString('utf8'), memory),
})

export const bytes = (options: { readonly limit: number; readonly mediaType: string }): BodySpec<Buffer> => ({
  ...options,
  schema: Type.String({ format: 'binary' }),
  tooLarge: 'PAYLOAD_TOO_LARGE',
  isOptional: false,
  requiresType: true,
  open: (_, memory) => new WholeReader((whole) => whole, memory),
})

/** Ignores parameters. */
export const isMediaType = (contentType: string, mediaType: string): boolean => {
  const end = contentType.indexOf(';')
  return (end < 0 ? contentType : contentType.slice(0, end)).trim().toLowerCase() === mediaType
}
