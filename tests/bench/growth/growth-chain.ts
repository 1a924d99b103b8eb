// A generated chain that fills a UTxO set of any size, and then spends outputs of chosen ages. Hashes and addresses are computed from
// numbers, so the generator stores only one byte for each output of a large set.

import type { BlockEvent, InputEvent, OutputEvent, TransactionEvent } from '../../../schema/events.ts'
import type { AssetAmount, Hex } from '../../../schema/primitives.ts'
import { bareTransaction } from '../../kit/bare-transaction.ts'
import { randomFrom } from '../../kit/random-from.ts'

/**
 * mainnet: outputs are spent at the ages at which mainnet spends them. old: each spent output is drawn evenly from all outputs, which costs
 * more.
 */
export type Ages = 'mainnet' | 'old'

const OUTPUTS = 2
const INPUTS = 2
const TRANSACTIONS = 15

const FILLING = 500

const NEW_ADDRESSES = 0.3
const WITH_ASSET = 0.4
const POLICIES = 2_000

/** `share` of all inputs spend an output that is at most `blocks` blocks old. */
const AGES: readonly { readonly share: number; readonly blocks: number }[] = [
  { share: 0.19, blocks: 10 },
  { share: 0.43, blocks: 100 },
  { share: 0.55, blocks: 950 },
]

const SLOTS_PER_BLOCK = 20

const hexOf = (kind: number, number: number, bytes: number): Hex => {
  const words = Buffer.allocUnsafe(bytes + (-bytes & 3))
  let state = Math.imul(number | 0, 0x9e3779b1) ^ Math.imul(kind, 0x85ebca6b)
  for (let at = 0; at < bytes; at += 4) {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad)
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)
    words.writeInt32LE(mixed ^ (mixed >>> 15), at)
  }
  words.writeUInt32LE(number, bytes > 32 ? 24 : bytes - 4)
  return words.toString('hex', 0, bytes)
}

export class GrowthChain {
  readonly #random = randomFrom(1)
  #spent = new Uint8Array(1 << 20)
  readonly #firstOutputs: number[] = []
  #outputs = 0
  #unspent = 0
  #addresses = 0

  get unspent(): number {
    return this.#unspent
  }

  get height(): number {
    return this.#firstOutputs.length
  }

  fill(): BlockEvent {
    return this.#block(FILLING, () => [])
  }

  next(ages: Ages): BlockEvent {
    return this.#block(TRANSACTIONS, () => Array.from({ length: INPUTS }, () => this.#spend(ages)))
  }

  keyHash = (): Hex => hexOf(3, this.#below(this.#addresses), 56).slice(0, 56)

  #block(count: number, inputsOf: () => InputEvent[]): BlockEvent {
    const height = this.#firstOutputs.length + 1
    const inputs = Array.from({ length: count }, inputsOf)
    this.#firstOutputs.push(this.#outputs)
    return {
      point: { slot: height * SLOTS_PER_BLOCK, id: hexOf(1, height, 32) },
      height,
      parent: height === 1 ? 'genesis' : hexOf(1, height - 1, 32),
      transactions: inputs.map((spent) => this.#transaction(spent)),
    }
  }

  #transaction(inputs: readonly InputEvent[]): TransactionEvent {
    const id = hexOf(2, this.#outputs / OUTPUTS, 32)
    const outputs = Array.from({ length: OUTPUTS }, () => this.#output())
    this.#outputs += OUTPUTS
    this.#unspent += OUTPUTS
    if (this.#outputs > this.#spent.length) {
      const larger = new Uint8Array(this.#spent.length * 2)
      larger.set(this.#spent)
      this.#spent = larger
    }
    return bareTransaction(id, { inputs, outputs })
  }

  #output(): OutputEvent {
    const isNew = this.#addresses === 0 || this.#random() < NEW_ADDRESSES
    const address = isNew ? this.#addresses++ : this.#below(this.#addresses)
    return {
      address: `01${hexOf(3, address, 56)}`,
      lovelace: BigInt(1_000_000 + this.#below(1_000_000_000)),
      assets: this.#random() < WITH_ASSET ? [this.#asset()] : [],
      hasReferenceScript: false,
    }
  }

  #asset(): AssetAmount {
    const policy = this.#below(POLICIES)
    return { asset: `${hexOf(4, policy, 28)}.746f6b656e`, quantity: BigInt(1 + this.#below(1_000_000_000)) }
  }

  #below(limit: number): number {
    return Math.floor(this.#random() * limit)
  }

  #spend(ages: Ages): InputEvent {
    const drawn = ages === 'old' ? undefined : this.#range()
    // If the chain is too short for the drawn age, an output of another age is spent.
    const { from, to } = drawn !== undefined && drawn.from < drawn.to ? drawn : { from: 0, to: this.#outputs }
    for (;;) {
      const output = from + this.#below(to - from)
      if (this.#spent[output] !== 0) continue
      this.#spent[output] = 1
      this.#unspent--
      return { transaction: hexOf(2, Math.floor(output / OUTPUTS), 32), index: output % OUTPUTS }
    }
  }

  #range(): { from: number; to: number } {
    const drawn = this.#random()
    let youngest = 0
    for (const { share, blocks } of AGES) {
      if (drawn < share) return { from: this.#firstOutputOf(blocks), to: this.#firstOutputOf(youngest) }
      youngest = blocks
    }
    return { from: 0, to: this.#firstOutputOf(youngest) }
  }

  #firstOutputOf(blocks: number): number {
    return blocks === 0 ? this.#outputs : (this.#firstOutputs[this.#firstOutputs.length - blocks] ?? 0)
  }
}
