// Limits of one block. Counters within a block have room for everything that a ledger allows; a block with more is
// refused before it is appended.  A block's body has at most 90,112 bytes on the public networks, and the
// constitution's guardrail MBBS-01 lets nobody raise that past 122,880. An input takes at least 36 bytes (the hash of a
// transaction, an index, and CBOR heads), an output 37 (an address of 29 bytes and lovelace). So a block has at most
// 2,503 inputs and outputs together, and 3,413 under the guardrail: `MOST_INPUTS_AND_OUTPUTS` is reached at 590,000
// bytes. Nothing here is a count of assets: each input brings a value of up to 5,000 bytes with it, which is 1,300
// assets, so that those of a block are in the millions.

/** Inputs and outputs of one block, together. */
export const MOST_INPUTS_AND_OUTPUTS = 16_384

/**
 * Domain events that an input or an output can mean, at most: that of an order input is filled, is a trade, and moves tokens;
 * an input that was a pool is rejected, closes it, and moves tokens; a pool's output likewise. One more has a transaction, which
 * spends at least one input.
 */
export const EVENTS_PER_INPUT_OR_OUTPUT = 4

/** Positions in a slot: room for the events of a block, and so for its outputs, its pools and its trades. */
export const POSITIONS_PER_SLOT = MOST_INPUTS_AND_OUTPUTS * EVENTS_PER_INPUT_OR_OUTPUT

/** A slot is below this, some 4,300 years after slot 0: positions on the chain stay exact as doubles. */
export const SLOT_LIMIT = 2 ** 53 / POSITIONS_PER_SLOT
