// The devnet: a ledger that makes a block every second, behind an Ogmios server. If the devnet continues a recorded chain, slot 0 starts at
// the time that puts the chain's last slot at now. A journal can store its blocks, so the next start continues the same chain. Errors while
// making a block go to `onError`, and the devnet keeps running.
import { StartupError } from '../schema/errors.ts'
import type { Hex } from '../schema/primitives.ts'
import { Chain } from './chain/chain.ts'
import type { ChainBlock } from './chain/chain-block.ts'
import { type HardFork, Ledger } from './ledger/ledger.ts'
import type { LedgerUtxo } from './ledger/output.ts'
import type { Faults } from './ogmios/faults.ts'
import { ledgerMethods } from './ogmios/ledger-methods.ts'
import { startOgmiosServer } from './ogmios/ogmios-server.ts'
import { streamChainFile } from './recording/chain-file.ts'
import { type Journal, openJournal } from './recording/journal.ts'
import { recordedOutputs } from './recording/recorded-outputs.ts'

export interface DevnetOptions {
  /** Path of the recorded chain that comes first. Its blocks are not validated. */
  readonly recording?: string
  /** Path of the file that stores live blocks. The next start continues from it. */
  readonly journal?: string
  /** 127.0.0.1 if not given. */
  readonly host?: string
  /** Any free port if 0 or not given. */
  readonly port?: number
  /**
   * Interval in ms between blocks, default 1,000. With 0, only `makeBlock` makes blocks. Each block needs its own slot of a second, so below 1,000 the
   * slots run ahead of the clock.
   */
  readonly blockInterval?: number
  /** Returns Unix milliseconds. */
  readonly clock?: () => number
  /** Outputs and accounts before the first block. */
  readonly genesis: { readonly utxo: readonly LedgerUtxo[]; readonly accounts: readonly Hex[] }
  /** Hard forks after Conway, in order. */
  readonly hardForks?: readonly HardFork[]
  /** The actors act before each block. */
  readonly actors?: (ledger: Ledger) => { act(): void }
  /** Gets errors of the actors, of making a block, and of writing the journal. */
  readonly onError: (error: unknown) => void
}

export interface Devnet {
  readonly port: number
  /** `ws://host:port`. */
  readonly url: string
  /** Unix milliseconds of slot 0, a whole second. */
  readonly start: number
  readonly chain: Chain
  readonly ledger: Ledger
  readonly faults: Faults
  /** The actors act first. The block gets the clock's slot or, if that is taken, the next free one. */
  makeBlock(): ChainBlock
  /** Also ends every connection, and frees the port and the journal. */
  close(): Promise<void>
}

const SLOT = 1000

/** Puts the chain's tip into the slot of the time `now` (ms). */
const startFor = ({ tip }: Chain, now: number): number =>
  (Math.floor(now / SLOT) - (tip === 'origin' ? 0 : tip.slot)) * SLOT

const unspentOf = (chain: Chain, { recording, journal, genesis }: DevnetOptions): LedgerUtxo[] => {
  try {
    return recordedOutputs(chain, genesis.utxo)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const files = [recording, journal].filter((path) => path !== undefined).join(' and ')
    throw new StartupError(`Chain of ${files}: ${reason}; record the chain again or give another file`)
  }
}

/**
 * Serves the chain until closed.
 * @throws {StartupError} if the recording, the journal or the address is invalid, in one line that says what to do
 */
export const startDevnet = async (options: DevnetOptions): Promise<Devnet> => {
  const { blockInterval = 1000, clock = Date.now, onError, genesis, host, port } = options
  const chain = new Chain()
  if (options.recording !== undefined)
    for await (const block of streamChainFile(options.recording)) chain.append(block)
  const fresh = startFor(chain, clock())
  let journal: Journal | undefined
  if (options.journal !== undefined)
    journal = await openJournal({ path: options.journal, chain, start: fresh, onError })
  const start = journal?.start ?? fresh
  try {
    const utxo = unspentOf(chain, options)
    const { hardForks = [] } = options
    const ledger = new Ledger({ chain, clock, start, utxo, accounts: genesis.accounts, hardForks })
    const actors = options.actors?.(ledger)
    const server = await startOgmiosServer({
      chain,
      clock,
      network: 'devnet',
      networkStart: start,
      methods: ledgerMethods(ledger),
      ...(host === undefined ? {} : { host }),
      ...(port === undefined ? {} : { port }),
    })

    const makeBlock = (): ChainBlock => {
      try {
        actors?.act()
      } catch (error) {
        onError(error)
      }
      return ledger.makeBlock()
    }
    const tick = (): void => {
      try {
        makeBlock()
      } catch (error) {
        onError(error)
      }
    }
    const timer = blockInterval > 0 ? setInterval(tick, blockInterval) : undefined

    const close = async (): Promise<void> => {
      clearInterval(timer)
      journal?.close()
      await server.close()
    }
    return {
      port: server.port,
      url: server.url,
      start,
      chain,
      ledger,
      faults: server.faults,
      makeBlock,
      close,
    }
  } catch (error) {
    journal?.close()
    throw error
  }
}
