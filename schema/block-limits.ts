// Limits of one block. They are higher than what the ledger allows. A block above these limits is refused before it is appended.
//
// On the public networks a block's body has at most 90,112 bytes, and the constitution's guardrail MBBS-01 limits a body to 122,880 bytes.
// An input needs at least 36 bytes (transaction hash, index, CBOR heads), an output 37 bytes (an address of 29 bytes, lovelace). So a block
// has at most 2,503 inputs and outputs together, or 3,413 under the guardrail. `MOST_INPUTS_AND_OUTPUTS` inputs would need 590,000 bytes.
// The number of assets has no limit here: each input can have a value of up to 5,000 bytes, or 1,300 assets, so a block can move millions.

export const MOST_INPUTS_AND_OUTPUTS = 16_384

/**
 * Domain events per input or output, at most. An order's input can cause a fill, a trade and a movement of tokens. A pool's input can cause
 * a rejection, a closed pool and a movement, and so can a pool's output. A transaction or sub-transaction has at least one input, and can
 * cause one more event.
 */
export const EVENTS_PER_INPUT_OR_OUTPUT = 4

/** Enough for a block's events, outputs, pools and trades. */
export const POSITIONS_PER_SLOT = MOST_INPUTS_AND_OUTPUTS * EVENTS_PER_INPUT_OR_OUTPUT

/** About 4,300 years after slot 0. Below this bound, positions on the chain are exact as doubles. */
export const SLOT_LIMIT = 2 ** 53 / POSITIONS_PER_SLOT
