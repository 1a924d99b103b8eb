// Files that several requests read in pieces. A file is opened for the first piece and closed soon after the last. Opening it for each
// piece would take three calls of the file system instead of one; keeping it open while a slow client reads would use up descriptors.
import { type FileHandle, open } from 'node:fs/promises'

/** Time in ms without a read after which a file is closed. */
const REST = 500

interface OpenFile {
  readonly handle: Promise<FileHandle>
  readonly closing: NodeJS.Timeout
  reads: number
}

export class OpenFiles {
  readonly #files = new Map<string, OpenFile>()

  /**
   * Fills `memory` with a file's bytes from `offset` on.
   * @throws {Error} if the file was removed or is shorter
   */
  async readAt(path: string, memory: Buffer, offset: number): Promise<void> {
    const file = this.#files.get(path) ?? this.#open(path)
    file.reads++
    try {
      const { bytesRead } = await (await file.handle).read(memory, 0, memory.length, offset)
      if (bytesRead < memory.length) throw new Error(`${path} is shorter than it was`)
    } catch (error) {
      // A file that could not be opened may be created again later.
      if (this.#files.get(path) === file) this.#files.delete(path)
      throw error
    } finally {
      file.reads--
      file.closing.refresh()
    }
  }

  #open(path: string): OpenFile {
    const file: OpenFile = {
      handle: open(path),
      closing: setTimeout(() => this.#close(path, file), REST),
      reads: 0,
    }
    this.#files.set(path, file)
    return file
  }

  #close(path: string, file: OpenFile): void {
    if (file.reads > 0) return
    if (this.#files.get(path) === file) this.#files.delete(path)
    file.handle.then(
      (handle) => handle.close(),
      // The readers receive the error.
      () => {},
    )
  }
}
