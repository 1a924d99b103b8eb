// The parts of a process that may fail while the process continues. A part counts as failing from its failure until its next success.

/** `lacks` contains the sentence while the part fails. */
const SENTENCES = {
  images: 'images of launches cannot be stored: the log says why',
  pins: 'images of launches cannot be pinned: the log says why',
  config: 'no transaction is built, because a config document is invalid: `config` in /status says why',
  builder: 'transactions cannot be built: the log says why',
  log: 'lines of the log are lost, since standard error cannot be written: make room on its disk, or look at what reads it',
}

type Part = keyof typeof SENTENCES

const PARTS = ['images', 'pins', 'config', 'builder', 'log'] as const satisfies readonly Part[]

export class PartHealth {
  readonly #failing = new Set<Part>()

  readonly #checks = new Map<Part, () => boolean>()

  /** @param works called whenever the part's health is read */
  check(part: Part, works: () => boolean): void {
    this.#checks.set(part, works)
  }

  note(part: Part, works: boolean): void {
    if (works) this.#failing.delete(part)
    else this.#failing.add(part)
  }

  /** 1 if the part fails, 0 if it works. */
  get values(): readonly (readonly [Part, 0 | 1])[] {
    for (const [part, works] of this.#checks) this.note(part, works())
    return PARTS.map((part) => [part, this.#failing.has(part) ? 1 : 0])
  }

  get lacks(): readonly string[] {
    return this.values.flatMap(([part, fails]) => (fails === 1 ? [SENTENCES[part]] : []))
  }
}
