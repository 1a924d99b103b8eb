// Limits of one block. Counters within a block have room for everything that a ledger allows; a block with more is refused before
// it is appended.  A block's body has at most 90,112 bytes on the public networks, and the constitution's guardrail MBBS-01
// limits it to 122,880. An input needs at least 36 bytes (the hash of a transaction, an index, and CBOR heads), an output 37 (an
// address of 29 bytes and lovelace). So a block has at most 2,503 inputs and outputs together, and 3,413 under the guardrail:
// `MOST_INPUTS_AND_OUTPUTS` is reached at 590,000 bytes. These limits do not count assets: each input can have a value of up to
// 5,000 bytes, which is 1,300 assets, so a block can have millions of assets.

/** Maximum number of inputs and outputs of one block together. */
export const MOST_INPUTS_AND_OUTPUTS = 16_384

/**
 * Maximum number of domain events of an input or an output. The input of an order can cause a fill, a trade and a movement of
 * tokens; the input of a pool a rejection, a closed pool and a movement; a pool's output likewise. A transaction or sub-transaction,
 * which has at least one input, can cause one more event.
 */
export const EVENTS_PER_INPUT_OR_OUTPUT = 4

/** Positions in a slot: room for the events of a block, and so for its outputs, its pools and its trades. */
export const POSITIONS_PER_SLOT = MOST_INPUTS_AND_OUTPUTS * EVENTS_PER_INPUT_OR_OUTPUT

/** Upper bound of slots, about 4,300 years after slot 0: below it, positions on the chain are exact as doubles. */
export const SLOT_LIMIT = 2 ** 53 / POSITIONS_PER_SLOT
