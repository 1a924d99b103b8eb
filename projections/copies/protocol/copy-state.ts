// State of a copy, which every commit replaces, and the copy's blocks, with the limits that readers check. Also the error that stops a
// writer.
import { type Static, type TSchema, Type } from '@sinclair/typebox'

/** Version of a copy's tables, views and value formats. If it is increased, every copy is loaded again. */
export const LAYOUT_VERSION = 5

export const Natural = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })
export const Slot = Type.Integer({ minimum: -1, maximum: 99_999_999_999 })
export const Name = Type.String({ maxLength: 200 })
/** The point before a chain's first block is called genesis, at slot and height -1. */
export const Id = Type.String({ pattern: '^([0-9a-f]{64}|genesis)$' })
export const DigestText = Type.String({ pattern: '^[0-9a-f]{16}$' })
export const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])

export const State = Type.Object({
  /** Random, chosen anew at each load. */
  load: DigestText,
  /** Grows with each commit and each load. */
  version: Natural,
  layout: Natural,
  network: Name,
  /** See `fingerprintOf`. */
  source: Name,
  /** While a model is folded again, `stopped` is the last block of its rows. */
  models: Type.Record(Name, Type.Object({ version: Name, stopped: Nullable(Name) })),
  /** Row in the writing indexer's log. */
  seq: Natural,
  slot: Slot,
  id: Id,
  height: Slot,
  digest: DigestText,
})
export type CopyState = Readonly<Static<typeof State>>
export type CopiedModels = CopyState['models']

/** A block that can still be rolled back. The digest is null while a model is being folded again. */
export const Block = Type.Object({
  slot: Slot,
  id: Id,
  height: Slot,
  seq: Natural,
  journaled: Type.Integer({ minimum: 0, maximum: 1 }),
  transactions: Natural,
  digest: Nullable(DigestText),
})
export type CopiedBlock = Readonly<Static<typeof Block>>

/** An operator must decide. The writer stops, and changes nothing. */
export class CopyStopped extends Error {
  override readonly name = 'CopyStopped'
}
