// The bodies a route can take: JSON, a multipart form (multipart.ts) or plain bytes. Each says its own limit, which
// holds while the body arrives. A body is read piece by piece by a reader of its own.
import { type OptionalKind, type StaticDecode, type TSchema, Type, TypeGuard } from '@sinclair/typebox'
import type { ApiCause } from '../../../schema/errors.ts'
import { BODY_BOUNDS, JsonMeter } from '../check/bounded-json.ts'
import { bodyReaderOf, refusedJson } from '../check/validation.ts'

export const KIB = 1024
export const MIB = 1024 * KIB

/** Memory of one request, which ends with its answer unless it is given back before. */
export interface BodyMemory {
  /** Memory with anything in it. */
  lend(length: number): Buffer
  /** Takes lent memory, or the piece of a body, back: it must not be read any more. */
  free(bytes: Buffer): void
}

/** Reader of one body. An error that it throws becomes the answer. */
export interface BodyReader<T> {
  /** @param piece is unchanged until the request has been answered: the reader may keep it */
  write(piece: Buffer): void
  /** The whole body as received, one character a byte. Bodies that are part of the key of a held answer have it. */
  text?(): string
  /** The checked value, once the body is whole. */
  end(): T | Promise<T>
}

/** A kind of body with its limits. */
export interface BodySpec<T = unknown> {
  readonly mediaType: string
  /** As published. */
  readonly schema: TSchema
  /** Most bytes of a body. */
  readonly limit: number
  /** Cause of a larger one. */
  readonly tooLarge: ApiCause
  /** Whether it may be left out. */
  readonly isOptional: boolean
  /** Whether a request whose `Content-Type` is another one is invalid. */
  readonly requiresType: boolean
  /** @param contentType of the request where it is required, else empty */
  open(contentType: string, memory: BodyMemory): BodyReader<T>
}

/** Value that a handler gets for a JSON body of this schema. */
type JsonValue<S extends TSchema> = S extends { [OptionalKind]: 'Optional' }
  ? StaticDecode<S> | undefined
  : StaticDecode<S>

const NO_BYTES = Buffer.alloc(0)

/** Collects a body, then reads it whole. */
class WholeReader<T> implements BodyReader<T> {
  #pieces: Buffer[] = []

  constructor(
    private readonly read: (bytes: Buffer) => T,
    private readonly memory: BodyMemory,
  ) {}

  write(piece: Buffer): void {
    this.#pieces.push(piece)
  }

  text(): string {
    return this.#whole().toString('latin1')
  }

  end(): T {
    return this.read(this.#whole())
  }

  #whole(): Buffer {
    const pieces = this.#pieces
    if (pieces.length > 1) {
      const whole = this.memory.lend(pieces.reduce((sum, { length }) => sum + length, 0))
      let at = 0
      for (const piece of pieces) {
        at += piece.copy(whole, at)
        this.memory.free(piece)
      }
      this.#pieces = [whole]
    }
    return this.#pieces[0] ?? NO_BYTES
  }
}

/** Refuses JSON past its bounds as it comes: the rest of it is not kept. */
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
  /** Most bytes. */
  readonly limit: number
  readonly requiresType?: boolean
}

/** JSON. With an optional schema the body may be left out. */
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

/** JSON within the bounds of every body, as the text that came; it need not be JSON. */
export const jsonText = ({ limit }: Pick<JsonOptions, 'limit'>): BodySpec<string> => ({
  mediaType: 'application/json',
  schema: Type.Unknown(),
  limit,
  tooLarge: 'PAYLOAD_TOO_LARGE',
  isOptional: false,
  requiresType: false,
  open: (_, memory) => new JsonReader((whole) => whole.toString('utf8'), memory),
})

/** Bytes as they come, of one media type. */
export const bytes = (options: { readonly limit: number; readonly mediaType: string }): BodySpec<Buffer> => ({
  ...options,
  schema: Type.String({ format: 'binary' }),
  tooLarge: 'PAYLOAD_TOO_LARGE',
  isOptional: false,
  requiresType: true,
  open: (_, memory) => new WholeReader((whole) => whole, memory),
})

/** Whether a `Content-Type` header names the media type, parameters aside. */
export const isMediaType = (contentType: string, mediaType: string): boolean => {
  const end = contentType.indexOf(';')
  return (end < 0 ? contentType : contentType.slice(0, end)).trim().toLowerCase() === mediaType
}
