// A live devnet that makes a block on request, in a process of its own.
import { RECORDING_RATES } from '../../../fixtures/devnet/actors/rates.ts'
import type { Devnet } from '../../../fixtures/devnet/devnet.ts'
import { endOfRecording, startStillDevnet } from '../../testing/still-devnet.ts'
import { answer } from './child.ts'

export type DevnetRequest =
  /** Answered with the URL of its Ogmios. */
  | { readonly kind: 'start' }
  /** Makes a block; answered with its height and the time at which it was ready to be sent, nanoseconds as digits. */
  | { readonly kind: 'block' }

let devnet: Devnet | undefined

const start = async (): Promise<Devnet> => {
  const { recording, time } = await endOfRecording()
  const rates = { ...RECORDING_RATES, orders: 1, launches: 0 }
  return startStillDevnet({ seed: 'bench', rates, recording, clock: () => time })
}

answer<DevnetRequest>(async ({ kind }) => {
  devnet ??= await start()
  if (kind === 'start') return devnet.url
  devnet.makeBlock()
  return process.hrtime.bigint().toString()
})
