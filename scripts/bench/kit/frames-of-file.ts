// A chain file as the frames in which a node's server sends it.

import { FORWARD_START, forwardEnd, placeJson } from '../../../fixtures/devnet/ogmios/replies.ts'
import { readChainFile } from '../../../fixtures/devnet/recording/chain-file.ts'

export const framesOfFile = async (path: string): Promise<string[]> => {
  const blocks = await readChainFile(path)
  const last = blocks.at(-1)
  const end = forwardEnd(
    placeJson(last === undefined ? 'origin' : { ...last.point, height: last.height }),
    'null',
  )
  return blocks.map(({ json }) => Buffer.concat([FORWARD_START, json, end]).toString('utf8'))
}
