// The whole devnet in its own thread, with launchpad and actors. Its scripts then do not block the event loop of a service that follows it.

import { reportFrom, startWorker } from '../schema/platform/start-worker.ts'
import type { AssetId } from '../schema/primitives.ts'
import type { DevnetWallet } from './developer-wallet.ts'
import type { Devnet, DevnetOptions } from './devnet.ts'

export interface DevnetThreadOptions
  extends Pick<DevnetOptions, 'recording' | 'journal' | 'host' | 'port' | 'blockInterval'> {
  readonly seed?: string
}

export interface DevnetReport extends Pick<Devnet, 'port' | 'url' | 'start'> {
  /** A token with trades, if there is one. */
  readonly token: AssetId | undefined
  readonly wallet: DevnetWallet
}

export interface DevnetThread extends DevnetReport {
  /** Resolves with the cause if the thread ends without `close`. */
  readonly ended: Promise<Error>
  /** The journal then has every block that was made. */
  close(): Promise<void>
}

/**
 * Errors of actors and of making blocks are printed on stderr.
 * @throws {StartupError} if the recording, the journal or the address is invalid, in one line that says what to do
 */
export const startDevnetInThread = async (options: DevnetThreadOptions): Promise<DevnetThread> => {
  const worker = startWorker(new URL('devnet-host.ts', import.meta.url), { options })
  const report = await reportFrom<DevnetReport>(worker)
  let isAsked = false
  const ended = new Promise<Error>((resolve) => {
    worker.once('error', resolve)
    worker.once('exit', (code) => {
      if (!isAsked) resolve(new Error(`the devnet ended with code ${code}`))
    })
  })
  const close = async (): Promise<void> => {
    isAsked = true
    await worker.terminate()
  }
  return { ...report, ended, close }
}
