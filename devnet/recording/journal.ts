// The file of the blocks that a devnet has made, so the next start continues the same chain. The first line has the start of slot 0 and the
// recorded chain's last block. After that, each block and each rollback adds a line; the file only grows. If a crash cut the last line,
// that line is dropped. Any other invalid line is refused, never repaired.
import { appendFileSync, closeSync, existsSync, ftruncateSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { StartupError } from '../../schema/errors.ts'
import { isRecord } from '../../schema/ogmios/read-json.ts'
import { takeLock } from '../../schema/platform/locks/file-lock.ts'
import { type Hex, isHex } from '../../schema/primitives.ts'
import type { Chain } from '../chain/chain.ts'
import type { ChainBlock } from '../chain/chain-block.ts'
import { blockLine } from './chain-writer.ts'
import { blockOf, type FileKind, type Line, parseLine, readLines } from './line-file.ts'

interface JournalOptions {
  readonly path: string
  /** The journal's blocks are appended to this chain, and its later changes are written to the journal. */
  readonly chain: Chain
  /** Slot 0 of a new journal: Unix milliseconds, a whole second. */
  readonly start: number
  /** Called when writing begins to fail, and not again until writing has succeeded. Unwritten blocks stay in memory. */
  readonly onError: (error: unknown) => void
}

export interface Journal {
  /** Slot 0 in Unix milliseconds. */
  readonly start: number
  close(): void
}

/** The advice is to remove the directory, because its other files are made from the journal's chain. */
const kindOf = (path: string): FileKind => ({
  name: 'Journal',
  advice: `remove ${dirname(path)} to start again`,
})

const headerLine = (start: number, after: Hex | 'genesis'): string => `${JSON.stringify({ start, after })}\n`

const HEADER_START = '{"start":'

interface Header {
  readonly start: number
  readonly after: Hex | 'genesis'
}

/**
 * Undefined if a crash cut the line.
 * @throws {Error} if the file is not a journal, and must not be changed
 */
const readHeader = (line: Line): Header | undefined => {
  if (!line.ended) {
    if (line.text.toString('latin1').startsWith(HEADER_START.slice(0, line.text.length))) return undefined
    throw new Error('it does not begin like a journal')
  }
  const header = parseLine(line)
  const { start, after } = isRecord(header) ? header : {}
  const isId = typeof after === 'string' && (after === 'genesis' || isHex(after, 32))
  if (!Number.isSafeInteger(start) || Number(start) % 1000 !== 0 || !isId)
    throw new Error('it is not {"start":<milliseconds>,"after":<block id>}, the beginning of a journal')
  return { start: Number(start), after }
}

const tipId = ({ tip }: Chain): Hex | 'genesis' => (tip === 'origin' ? 'genesis' : tip.id)

const replay = (line: Line, chain: Chain): void => {
  const value = parseLine(line)
  if (isRecord(value) && 'rollBack' in value) chain.rollBack(Number(value.rollBack))
  else chain.append(blockOf(line, chain.last?.point))
}

/** @returns the start of slot 0, if the file has it, and the bytes of complete lines */
const readJournal = async (path: string, chain: Chain): Promise<{ start?: number; length: number }> => {
  const tip = tipId(chain)
  let header: Header | undefined
  let length = 0
  const read = (line: Line): void => {
    if (header === undefined) {
      header = readHeader(line)
      if (header !== undefined && header.after !== tip)
        throw new Error(`it continues from block ${header.after}, and the recorded chain ends with ${tip}`)
    } else if (line.ended) replay(line, chain)
    if (line.ended) length = line.end
  }
  for await (const _ of readLines(path, kindOf(path), read));
  return { length, ...header }
}

/**
 * Slot 0 in Unix milliseconds; undefined if there is no journal yet.
 * @throws {StartupError} if the file is not a journal
 */
export const journalStart = async (path: string): Promise<number | undefined> => {
  if (!existsSync(path)) return undefined
  for await (const header of readLines(path, kindOf(path), readHeader)) return header?.start
  return undefined
}

const noPlace = (path: string, error: unknown): StartupError => {
  const reason = error instanceof Error ? error.message : String(error)
  return new StartupError(`Journal ${path}: it cannot be written to (${reason}); give another path`)
}

const lock = (path: string): (() => void) => {
  let unlock: (() => void) | undefined
  try {
    unlock = takeLock(`${path}.lock`)
  } catch (error) {
    throw noPlace(path, error)
  }
  if (unlock === undefined)
    throw new StartupError(
      `Journal ${path}: it is in use by another devnet; stop that one, or follow it with OGMIOS_URL`,
    )
  return unlock
}

/** Cuts the file after `length` bytes. */
const openAt = (path: string, length: number): number => {
  try {
    const file = openSync(path, 'a')
    ftruncateSync(file, length)
    return file
  } catch (error) {
    throw noPlace(path, error)
  }
}

const startJournal = async (
  { path, chain, start, onError }: JournalOptions,
  unlock: () => void,
): Promise<Journal> => {
  const after = tipId(chain)
  const found = existsSync(path) ? await readJournal(path, chain) : { length: 0 }
  const file = openAt(path, found.length)
  let { length } = found
  let kept = chain.length
  let isFailing = false
  /** More than one line waits only while writing fails. */
  const lines: (() => Buffer)[] = []

  const close = (): void => {
    if (!chain.listeners('forward').includes(forward)) return
    chain.off('forward', forward)
    chain.off('backward', backward)
    closeSync(file)
    unlock()
  }
  // Synchronous, so that a killed thread or process loses no block.
  const write = (line: () => Buffer): void => {
    lines.push(line)
    try {
      // Removes what was written of a line before the disk became full.
      if (isFailing) ftruncateSync(file, length)
      for (let next = lines[0]; next !== undefined; next = lines[0]) {
        const bytes = next()
        appendFileSync(file, bytes)
        length += bytes.length
        lines.shift()
      }
      isFailing = false
    } catch (error) {
      if (isFailing) return
      isFailing = true
      const reason = error instanceof Error ? error.message : String(error)
      onError(new Error(`journal ${path} cannot be written, and is tried again at each block: ${reason}`))
    }
  }
  const forward = (block: ChainBlock): void => {
    kept += 1
    write(() => blockLine(block))
  }
  const backward = (index: number): void => {
    const count = kept - (index + 1)
    kept = index + 1
    write(() => Buffer.from(`{"rollBack":${count}}\n`))
  }
  chain.on('forward', forward)
  chain.on('backward', backward)
  if (found.start === undefined) write(() => Buffer.from(headerLine(start, after)))
  return { start: found.start ?? start, close }
}

/**
 * A new file begins with the chain's tip.
 * @throws {StartupError} in one line if the file is in use, belongs to another recorded chain, is damaged, or cannot be written to
 */
export const openJournal = async (options: JournalOptions): Promise<Journal> => {
  const { path } = options
  const unlock = lock(path)
  try {
    return await startJournal(options, unlock)
  } catch (error) {
    unlock()
    throw error
  }
}
