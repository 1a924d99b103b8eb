// A child process with a thread's interface. Unlike a thread, it can be ended while native code runs, and has its own memory.
import { type ChildProcess, fork } from 'node:child_process'
import { EventEmitter } from 'node:events'
import type { CallMessage } from './serve-calls.ts'
import { WORKER } from './start-worker.ts'

/** A thread, or something with its interface. */
export interface Callee extends Pick<EventEmitter, 'on'> {
  postMessage(message: CallMessage): void
  /** `ref` keeps this process alive while the callee runs. `unref` stops this. */
  ref(): void
  unref(): void
  /** Resolves when the thread or process has ended. */
  terminate(): Promise<unknown>
}

/** These children end with this process. */
const living = new Set<ChildProcess>()

process.on('exit', () => {
  for (const child of living) child.kill('SIGKILL')
})

export class Child extends EventEmitter implements Callee {
  readonly #process: ChildProcess
  readonly #ended: Promise<number>

  constructor(module: URL) {
    super()
    const child = fork(WORKER, [module.href], { serialization: 'advanced', execArgv: [] })
    living.add(child)
    this.#process = child
    this.#ended = new Promise((resolve) => {
      const exited = new Promise<number>((known) => child.once('exit', (code) => known(code ?? 1)))
      // The last messages may arrive after `exit`, but not after `disconnect`.
      child.once('disconnect', () => void exited.then(resolve))
      child.once('error', (error) => {
        this.emit('error', error)
        resolve(1)
      })
    })
    child.on('message', (message) => this.emit('message', message))
    void this.#ended.then((code) => {
      living.delete(child)
      this.emit('exit', code)
    })
  }

  postMessage(message: CallMessage): void {
    // Sending fails only if the child has ended, which `exit` reports.
    this.#process.send(message, () => {})
  }

  ref(): void {
    this.#process.ref()
    this.#process.channel?.ref()
  }

  unref(): void {
    this.#process.unref()
    this.#process.channel?.unref()
  }

  terminate(): Promise<unknown> {
    this.ref()
    this.#process.kill('SIGKILL')
    return this.#ended
  }
}
