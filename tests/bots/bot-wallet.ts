// The ways in which a bot signs and submits: by the service's HTTP, or by a wallet library.
import assert from 'node:assert/strict'
import { inspect } from 'node:util'
import { idOf } from '../../api/builder/transaction/attach-witness.ts'
import { namedAccount } from '../../devnet/actors/wallet/account.ts'
import { formatAddress } from '../../schema/codecs/address.ts'
import type { Hex } from '../../schema/primitives.ts'
import { witnessOf } from '../harness/wallet-requests.ts'
import type { ReceivedResponse } from '../kit/requests.ts'
import type { LibraryWallet, PaidOutput } from '../libraries/library-wallet.ts'

export interface BotWallet {
  readonly address: string
  /** @returns its id; undefined if the transaction is refused because another one spent its inputs first */
  send(cbor: Hex): Promise<Hex | undefined>
  /**
   * Submits a transaction of this wallet again.
   * @returns false if its inputs are spent. Ogmios reports spent inputs also for a transaction that is in the mempool or in a block.
   */
  repeat(id: Hex): Promise<boolean>
  cborOf(id: Hex): Hex
  pay?(output: PaidOutput): Promise<Hex | undefined>
}

/** @param ask sends a request and returns the response's body; undefined after an error that a bot may ignore */
export const serviceWallet = (
  name: string,
  ask: (path: string, body: object) => Promise<ReceivedResponse['body']>,
): BotWallet => {
  const account = namedAccount(name)
  const address = formatAddress(account.address)
  const sent = new Map<Hex, { readonly cbor: Hex }>()
  return {
    address,
    async send(cbor) {
      const signed = { cbor, witness: witnessOf(account, cbor), changeAddress: address }
      const body = await ask('/sign-and-submit', signed)
      if (body === undefined) return undefined
      sent.set(body.txHash, signed)
      return body.txHash
    },
    async repeat(id) {
      const body = await ask('/sign-and-submit', sent.get(id) ?? assert.fail(id))
      if (body !== undefined) assert.equal(body.txHash, id)
      return body !== undefined
    },
    cborOf: (id) => sent.get(id)?.cbor ?? assert.fail(id),
  }
}

/** Code 3117: the inputs are spent. Each library reports the code in another form. */
const isSpent = (error: unknown): boolean => /\bcode"?: ?3117\b/.test(inspect(error, { depth: 5 }))

/** Lucid Evolution gives up after ten seconds. A busy machine needs more. */
const isTooLate = (error: unknown): boolean => /TimeoutException/.test(inspect(error, { depth: 5 }))

const patiently = async <T>(request: () => Promise<T>): Promise<T> => {
  for (;;)
    try {
      return await request()
    } catch (error) {
      if (!isTooLate(error)) throw error
    }
}

export const libraryWallet = ({ address, build, sign, submit }: LibraryWallet): BotWallet => {
  const sent = new Map<Hex, Hex>()
  const taken = async (cbor: Hex): Promise<Hex | undefined> => {
    let wasTooLate = false
    for (;;)
      try {
        return await submit(cbor)
      } catch (error) {
        if (isSpent(error)) return wasTooLate ? idOf(cbor) : undefined
        if (!isTooLate(error)) throw error
        wasTooLate = true
      }
  }
  const cborOf = (id: Hex): Hex => sent.get(id) ?? assert.fail(id)
  const trySigned = async (cbor: Hex): Promise<Hex | undefined> => {
    const id = await taken(cbor)
    if (id !== undefined) sent.set(id, cbor)
    return id
  }
  return {
    address,
    send: async (cbor) => trySigned(await patiently(() => sign(cbor))),
    pay: async (output) => trySigned(await patiently(() => build([output]))),
    async repeat(id) {
      const again = await taken(cborOf(id))
      if (again !== undefined) assert.equal(again, id)
      return again !== undefined
    },
    cborOf,
  }
}
