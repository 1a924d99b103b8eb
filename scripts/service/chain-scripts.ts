// Reads scripts of orders from the chain. The contracts config may leave a script empty and name the output that has it. The service then
// reads the script from the node, checks its hash, and uses it as if it were in the document. The project's own documents leave out these
// public scripts.
import type { Logger } from 'pino'
import type { NodeView } from '../../api/builder/node-view.ts'
import { scriptHash } from '../../api/builder/transaction/script-hash.ts'
import type { ContractsConfig } from '../../schema/config/config.ts'
import type { ConfigState, ConfigStates } from '../../schema/config/config-state.ts'
import { outsideText } from '../../schema/platform/message-of.ts'
import { formatOutputReference, type Hex, type OutputReference } from '../../schema/primitives.ts'

/** Interval in ms between two attempts. The node may still be syncing. */
const INTERVAL_MS = 60_000

const CONTRACTS = ['serviceOrder', 'serviceOrderLegacy'] as const

type OrderContract = ContractsConfig['contracts'][(typeof CONTRACTS)[number]]

const referenceOf = ({ uTxORef }: OrderContract): OutputReference => ({
  transaction: uTxORef.txHash,
  index: uTxORef.index,
})

export interface ChainScripts {
  states(): ConfigStates
  /** Requests the missing scripts from the node once. Never rejects. */
  findMissing(): Promise<void>
  close(): void
}

/** @param node undefined if there is no node */
export const chainScripts = (
  states: () => ConfigStates,
  node: Pick<NodeView, 'utxos'> | undefined,
  logger: Pick<Logger, 'info' | 'warn'>,
): ChainScripts => {
  const found = new Map<Hex, Hex>()
  const empty = (): readonly OrderContract[] => {
    const { contracts } = states().contracts?.value ?? {}
    if (contracts === undefined) return []
    return CONTRACTS.map((name) => contracts[name]).filter(({ script }) => script === '')
  }
  const logged = new Set<string>()
  /** Logs each message once, since every attempt would repeat it. */
  const logOnce = (level: 'info' | 'warn', fields: Readonly<Record<string, string>>, line: string): void => {
    const all = JSON.stringify([fields, line])
    if (logged.has(all)) return
    logged.add(all)
    logger[level](fields, line)
  }
  const findMissing = async (): Promise<void> => {
    const wanted = empty().filter(({ hash }) => !found.has(hash))
    if (wanted.length === 0 || node === undefined) return
    try {
      const outputs = await node.utxos(wanted.map(referenceOf))
      for (const contract of wanted) {
        const name = formatOutputReference(referenceOf(contract))
        const { script } =
          outputs.find(({ reference }) => formatOutputReference(reference) === name)?.output ?? {}
        if (script === undefined) continue
        const { hash } = contract
        if (scriptHash(script) !== hash) {
          logOnce(
            'warn',
            { output: name, hash },
            'the output that the contracts config names has another script',
          )
          continue
        }
        found.set(hash, script.cbor)
        logOnce('info', { output: name, hash }, 'a script of the contracts config was read from the chain')
      }
    } catch (error) {
      logOnce(
        'info',
        { reason: outsideText(error) },
        'scripts of the contracts config cannot be read from the chain now',
      )
    }
  }
  let filled:
    | {
        readonly from: ConfigState<ContractsConfig>
        readonly count: number
        readonly to: ConfigState<ContractsConfig>
      }
    | undefined
  const timer = setInterval(() => void findMissing(), INTERVAL_MS)
  timer.unref()
  return {
    findMissing,
    close: () => clearInterval(timer),
    states() {
      const now = states()
      const { contracts: from } = now
      if (from === undefined || !empty().some(({ hash }) => found.has(hash))) return now
      if (filled?.from.value !== from.value || filled.count !== found.size)
        filled = { from, count: found.size, to: withScripts(from, found) }
      return { ...now, contracts: { ...filled.to, problem: from.problem } }
    },
  }
}

const withScripts = (
  { value, problem }: ConfigState<ContractsConfig>,
  found: ReadonlyMap<Hex, Hex>,
): ConfigState<ContractsConfig> => {
  const fill = (contract: OrderContract): OrderContract =>
    contract.script === '' ? { ...contract, script: found.get(contract.hash) ?? '' } : contract
  const { contracts } = value
  const complete = {
    ...value,
    contracts: {
      ...contracts,
      serviceOrderLegacy: fill(contracts.serviceOrderLegacy),
      serviceOrder: fill(contracts.serviceOrder),
    },
  }
  return { value: complete, problem, bytes: Buffer.from(JSON.stringify(complete, null, 2)) }
}
