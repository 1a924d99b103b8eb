// Multipart forms with files. The parser is @fastify/busboy. Limits are checked while fields and files arrive, so a form that is too large
// is refused early. A field whose schema is an object is JSON, as in OpenAPI. The field may also be sent as a file, since browsers send a
// Blob with a type that way. Unknown names are ignored.
import { setImmediate } from 'node:timers/promises'
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy'
import { type StaticDecode, type TObject, type TProperties, type TSchema, Type } from '@sinclair/typebox'
import type { ApiError } from '../../../schema/errors.ts'
import { limitConcurrency } from '../../../schema/platform/limit-concurrency.ts'
import { invalidInput, textsReaderOf } from '../check/validation.ts'
import { type BodyMemory, type BodyReader, type BodySpec, isMediaType, KIB } from './body.ts'

interface FileSpec {
  readonly limit: number
  /** The part's `Content-Type` says nothing about the bytes, which may be of another type. */
  readonly types: readonly string[]
  readonly isOptional?: boolean
  readonly description: string
}

interface UploadedFile {
  readonly bytes: Buffer
  readonly mediaType: string
}

type FileSpecs = Readonly<Record<string, FileSpec>>

interface Form<F extends TObject, Files extends FileSpecs> {
  readonly fields: StaticDecode<F>
  readonly files: {
    readonly [Name in keyof Files]: Files[Name] extends { readonly isOptional: true }
      ? UploadedFile | undefined
      : UploadedFile
  }
}

/** Fields and files, including unknown ones. */
const MAX_PARTS = 64

const MAX_FIELD_BYTES = 16 * KIB

const MEDIA_TYPE = 'multipart/form-data'

interface FormOptions<Files extends FileSpecs> {
  readonly limit: number
  /** 16 KiB if not given. */
  readonly fieldLimit?: number
  readonly files: Files
}

export const multipart = <F extends TObject, Files extends FileSpecs>(
  fields: F,
  { limit, fieldLimit = MAX_FIELD_BYTES, files }: FormOptions<Files>,
): BodySpec<Form<F, Files>> => {
  const readFields = textsReaderOf(fields, 'form field')
  const isField = (name: string): boolean => Object.hasOwn(fields.properties, name)
  return {
    mediaType: MEDIA_TYPE,
    schema: documentedSchema(fields, files),
    limit,
    tooLarge: 'INVALID_PARAMS',
    isOptional: false,
    requiresType: true,
    open: (contentType, memory) =>
      new FormReader(contentType, { files, fieldLimit, isField, memory }, (texts, found) => ({
        fields: readFields(texts),
        files: filesOf(files, found),
      })),
  }
}

const documentedSchema = (fields: TObject, files: FileSpecs): TSchema => {
  const fileFields: TProperties = Object.fromEntries(
    Object.entries(files).map(([name, { description, isOptional, types }]) => {
      const field = Type.String({ format: 'binary', contentMediaType: types.join(', '), description })
      return [name, isOptional === true ? Type.Optional(field) : field]
    }),
  )
  return Type.Object({ ...fields.properties, ...fileFields })
}

function filesOf<Files extends FileSpecs>(
  specs: Files,
  found: ReadonlyMap<string, UploadedFile>,
): Form<TObject, Files>['files']
function filesOf(specs: FileSpecs, found: ReadonlyMap<string, UploadedFile>) {
  for (const [name, { isOptional }] of Object.entries(specs))
    if (isOptional !== true && !found.has(name)) throw invalidInput(`${name} must be a file`)
  return Object.fromEntries(found)
}

interface ReceivedFile {
  readonly pieces: readonly Buffer[]
  readonly size: number
  readonly mediaType: string
}

const copying = limitConcurrency(1)

/** Copying megabytes takes milliseconds, so other work may run between two pieces. */
const whole = async (
  { pieces, size, mediaType }: ReceivedFile,
  memory: BodyMemory,
): Promise<UploadedFile> => {
  const bytes = memory.lend(size)
  let at = 0
  for (const piece of pieces) {
    if (at > 0) await setImmediate()
    at += piece.copy(bytes, at)
  }
  return { bytes, mediaType }
}

interface Parts {
  readonly files: FileSpecs
  readonly fieldLimit: number
  /** True even for a part with a file name. */
  isField(name: string): boolean
  readonly memory: BodyMemory
}

type Finish<T> = (
  texts: readonly (readonly [string, string])[],
  files: ReadonlyMap<string, UploadedFile>,
) => T

class FormReader<T> implements BodyReader<T> {
  readonly #parser: BusboyInstance
  readonly #pieces: Buffer[] = []
  readonly #texts: [string, string][] = []
  readonly #files = new Map<string, ReceivedFile>()
  readonly #ended: Promise<void>
  #problem: unknown
  readonly #parts: Parts
  readonly #finish: Finish<T>

  constructor(contentType: string, parts: Parts, finish: Finish<T>) {
    this.#parts = parts
    this.#finish = finish
    this.#parser = parserOf(contentType, parts)
    this.#parser.on('field', (name, value, isNameCut, isCut) => {
      if (isNameCut || isCut) this.#fail(invalidInput(`a field must be at most ${parts.fieldLimit} bytes`))
      this.#texts.push([name, value])
    })
    this.#parser.on('file', (name, stream, _filename, _encoding, type) => this.#receive(name, stream, type))
    for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const)
      this.#parser.on(limit, () => this.#fail(invalidInput(`the form must have at most ${MAX_PARTS} parts`)))
    this.#ended = new Promise((resolve) => {
      this.#parser.once('finish', resolve)
      this.#parser.once('error', () => {
        this.#fail(invalidInput('the body must be a complete multipart form'))
        resolve()
      })
    })
  }

  write(piece: Buffer): void {
    this.#pieces.push(piece)
    this.#parser.write(piece)
    if (this.#problem !== undefined) throw this.#problem
  }

  async end(): Promise<T> {
    this.#parser.end()
    await this.#ended
    if (this.#problem !== undefined) throw this.#problem
    const files = new Map<string, UploadedFile>()
    for (const [name, file] of this.#files)
      files.set(name, await copying(() => whole(file, this.#parts.memory)))
    for (const piece of this.#pieces) this.#parts.memory.free(piece)
    return this.#finish(this.#texts, files)
  }

  #receive(name: string, stream: BusboyFileStream, mediaType: string): void {
    const { files } = this.#parts
    const spec = Object.hasOwn(files, name) ? files[name] : undefined
    // The parser itself reports a malformed form. It ends only when every file was read, so an unwanted file is read and dropped.
    stream.on('error', () => {})
    if (spec === undefined) {
      stream.resume()
      return
    }
    if (!spec.types.includes(mediaType)) {
      this.#fail(invalidInput(`${name} must have one of the types ${spec.types.join(', ')}`))
      stream.resume()
      return
    }
    const pieces: Buffer[] = []
    let size = 0
    stream.on('data', (piece: Buffer) => {
      size += piece.length
      if (size > spec.limit) this.#fail(invalidInput(`${name} must be at most ${spec.limit} bytes`))
      else pieces.push(piece)
    })
    stream.on('end', () => {
      if (this.#files.has(name)) this.#fail(invalidInput(`${name} must be given once`))
      this.#files.set(name, { pieces, size, mediaType })
    })
  }

  #fail(problem: ApiError): void {
    this.#problem ??= problem
  }
}

/** @throws {ApiError} if the media type has no boundary */
const parserOf = (contentType: string, { fieldLimit, isField, files }: Parts): BusboyInstance => {
  if (!isMediaType(contentType, MEDIA_TYPE)) throw invalidInput(`Content-Type must be ${MEDIA_TYPE}`)
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      isPartAFile: (name = '', type, fileName) =>
        Object.hasOwn(files, name) ||
        (!isField(name) && (type === 'application/octet-stream' || fileName !== undefined)),
      limits: {
        fieldNameSize: 100,
        fieldSize: fieldLimit,
        fields: MAX_PARTS,
        files: MAX_PARTS,
        parts: MAX_PARTS,
        headerPairs: 16,
        headerSize: 4 * KIB,
      },
    })
  } catch {
    throw invalidInput(`Content-Type must be ${MEDIA_TYPE} with a boundary`)
  }
}
