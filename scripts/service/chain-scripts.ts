// Scripts of orders that stand on the chain: where the contracts config leaves one empty and names the output that carries it,
// it is read from the node, checked by its hash, and served and used as if the operator had written it. The config comes
// without scripts, and these are public.
import type { Logger } from 'pino'
import type { NodeView } from '../../api/builder/node-view.ts'
import { scriptHash } from '../../api/builder/transaction/script-hash.ts'
import type { ContractsConfig } from '../../schema/config/config.ts'
import type { ConfigState, ConfigStates } from '../../schema/config/config-state.ts'
import { outsideText } from '../../schema/platform/outside-text.ts'
import { formatOutputReference, type Hex, type OutputReference } from '../../schema/primitives.ts'

/** Milliseconds between two looks for a script that was not found: the node may still be syncing. */
const LOOK = 60_000

const CONTRACTS = ['serviceOrder', 'serviceOrderLegacy'] as const

type OrderContract = ContractsConfig['contracts'][(typeof CONTRACTS)[number]]

const referenceOf = ({ uTxORef }: OrderContract): OutputReference => ({
  transaction: uTxORef.txHash,
  index: uTxORef.index,
})

export interface ChainScripts {
  /** The documents, with the scripts that were found. */
  states(): ConfigStates
  /** Looks for those that are not known yet, once; never rejects. */
  look(): Promise<void>
  close(): void
}

/** @param node undefined for none to ask */
export const chainScripts = (
  states: () => ConfigStates,
  node: Pick<NodeView, 'utxos'> | undefined,
  logger: Pick<Logger, 'info' | 'warn'>,
): ChainScripts => {
  /** Scripts by the hash that they were checked with. */
  const found = new Map<Hex, Hex>()
  const empty = (): readonly OrderContract[] => {
    const { contracts } = states().contracts?.value ?? {}
    if (contracts === undefined) return []
    return CONTRACTS.map((name) => contracts[name]).filter(({ script }) => script === '')
  }
  const said = new Set<string>()
  /** Logs what was not logged before: each look would find the same. */
  const say = (level: 'info' | 'warn', fields: Readonly<Record<string, string>>, line: string): void => {
    const all = JSON.stringify([fields, line])
    if (said.has(all)) return
    said.add(all)
    logger[level](fields, line)
  }
  const look = async (): Promise<void> => {
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
          say(
            'warn',
            { output: name, hash },
            'the output that the contracts config names carries another script',
          )
          continue
        }
        found.set(hash, script.cbor)
        say('info', { output: name, hash }, 'a script of the contracts config was read from the chain')
      }
    } catch (error) {
      say(
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
  const timer = setInterval(() => void look(), LOOK)
  timer.unref()
  return {
    look,
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
