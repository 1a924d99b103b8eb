// Replies to `nextBlock` as text in a node's form, and a comparison of the two readers' results.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import type { ChainBlock } from '../../devnet/chain/chain-block.ts'
import { FORWARD_START, forwardEnd, placeJson } from '../../devnet/ogmios/replies.ts'
import { parseLossless, stringifyLossless } from '../../schema/ogmios/lossless-json.ts'
import type { Tip } from '../../schema/primitives.ts'
import type { ChainSyncMessage } from '../ogmios/messages.ts'
import { readMessage } from '../ogmios/read-message.ts'

/** Default tip: the block itself. */
export const frameOf = (block: ChainBlock, tip: Tip = { ...block.point, height: block.height }): string =>
  `${FORWARD_START}${block.json}${forwardEnd(placeJson(tip), 'null')}`

export const messageOf = (block: ChainBlock): Exclude<ChainSyncMessage, { kind: 'error' }> => {
  const message = readMessage(frameOf(block))
  assert.ok(message.kind !== 'error')
  return message
}

/** The lines of the recorded chain are whole replies. */
export const recordedFrames = (path: string): string[] =>
  gunzipSync(readFileSync(path))
    .toString()
    .split('\n')
    .filter((line) => line !== '')

/**
 * The fast reader keeps the received text of metadata, and the slow one writes parsed values. Escapes and the order of integer-like keys
 * may differ.
 */
export const withPlainMetadata = (message: ChainSyncMessage): ChainSyncMessage => {
  if (message.kind !== 'forward') return message
  const transactions = message.block.transactions.map((transaction) => ({
    ...transaction,
    metadata: new Map(
      [...transaction.metadata].map(([label, text]) => [label, stringifyLossless(parseLossless(text))]),
    ),
  }))
  return { ...message, block: { ...message.block, transactions } }
}
