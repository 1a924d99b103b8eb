// The methods that a client calls besides chain-sync, and their replies. Each group of methods has its own queue, so a waiting request,
// such as for the next mempool, does not delay a submission.

import { INTERNAL_ERROR, INVALID_REQUEST } from '../../schema/ogmios/codes.ts'
import { MethodError, type Methods } from './methods.ts'
import { errorReply, resultReply } from './replies.ts'
import type { Request } from './requests.ts'

interface Queue {
  readonly methods: Methods
  /** Resolves when all requests so far have their replies. Never rejects. */
  answered: Promise<void>
}

interface Client {
  /** Resolves when a reply may be written. */
  readonly ready: () => Promise<void>
  readonly send: (reply: Buffer) => void
}

export class Calls {
  readonly #queues: readonly Queue[]
  readonly #client: Client
  #waiting = 0

  /** @param groups for equal names, the earlier group's method is called */
  constructor(groups: readonly Methods[], client: Client) {
    this.#queues = groups.map((methods) => ({ methods, answered: Promise.resolve() }))
    this.#client = client
  }

  get waiting(): number {
    return this.#waiting
  }

  /** @returns false if there is no such method */
  call({ method, params, id }: Request): boolean {
    const queue = this.#queues.find(({ methods }) => Object.hasOwn(methods, method))
    const run = queue?.methods[method]
    if (queue === undefined || run === undefined) return false
    const answer = async (): Promise<Buffer> => {
      try {
        return resultReply(method, await run(params), id)
      } catch (error) {
        if (error instanceof MethodError)
          return errorReply(error.code === INVALID_REQUEST ? undefined : method, error, id)
        const message = error instanceof Error ? error.message : String(error)
        return errorReply(method, { code: INTERNAL_ERROR, message }, id)
      }
    }
    this.#waiting += 1
    queue.answered = queue.answered.then(async () => {
      await this.#client.ready()
      const reply = await answer()
      this.#waiting -= 1
      this.#client.send(reply)
    })
    return true
  }
}
