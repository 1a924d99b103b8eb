import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { NodeView } from '../../api/builder/node-view.ts'
import { scriptHash } from '../../api/builder/transaction/script-hash.ts'
import type { Utxo } from '../../api/builder/transaction/utxo.ts'
import { devnetConfigs } from '../../devnet/launchpad.ts'
import type { Script } from '../../schema/codecs/output-cbor.ts'
import type { ContractsConfig } from '../../schema/config/config.ts'
import type { ConfigStates } from '../../schema/config/config-state.ts'
import type { OutputReference } from '../../schema/primitives.ts'
import { chainScripts } from './chain-scripts.ts'

const { contracts: whole, operations } = devnetConfigs()
const { serviceOrder, serviceOrderLegacy } = whole.contracts

const stateOf = <T>(value: T) => ({
  value,
  bytes: Buffer.from(JSON.stringify(value)),
  problem: undefined,
})

const bare: ContractsConfig = {
  ...whole,
  contracts: {
    ...whole.contracts,
    serviceOrder: { ...serviceOrder, script: '' },
    serviceOrderLegacy: { ...serviceOrderLegacy, script: '' },
  },
}

const statesOf = (contracts: ContractsConfig): ConfigStates => ({
  protocol: undefined,
  contracts: stateOf(contracts),
  operations: { ...stateOf(operations), needsRestart: false },
})

const scriptIn = ({ script, hash }: typeof serviceOrder): Script => {
  for (const language of ['plutus:v1', 'plutus:v2', 'plutus:v3'] as const)
    if (scriptHash({ language, cbor: script }) === hash) return { language, cbor: script }
  return assert.fail()
}

const carrying = ({ uTxORef }: typeof serviceOrder, script: Script): Utxo => ({
  reference: { transaction: uTxORef.txHash, index: uTxORef.index },
  output: { address: '', lovelace: 1n, script },
})

const nodeWith = (...outputs: readonly Utxo[]) => {
  const asked: (readonly OutputReference[])[] = []
  const utxos: NodeView['utxos'] = async (references) => {
    asked.push(references)
    return outputs
  }
  return { asked, utxos }
}

const open = (contracts: ContractsConfig, node: Pick<NodeView, 'utxos'> | undefined) => {
  const lines: string[] = []
  const note = (_: object, line?: string): void => void lines.push(line ?? '')
  let states = statesOf(contracts)
  const scripts = chainScripts(() => states, node, { info: note, warn: note })
  scripts.close()
  const change = (value: ContractsConfig): void => {
    states = statesOf(value)
  }
  return { scripts, lines, change }
}

test('empty scripts of orders are read from the outputs that the config names, and served as if they were written there', async () => {
  const node = nodeWith(
    carrying(serviceOrder, scriptIn(serviceOrder)),
    carrying(serviceOrderLegacy, scriptIn(serviceOrderLegacy)),
  )
  const { scripts, change } = open(bare, node)
  assert.equal(scripts.states().contracts?.value, bare)
  await scripts.findMissing()
  const { value, bytes } = scripts.states().contracts ?? assert.fail()
  assert.deepEqual([value, JSON.parse(bytes.toString())], [whole, whole])
  assert.equal(scripts.states().contracts?.value, value)
  await scripts.findMissing()
  assert.equal(node.asked.length, 1)
  // A document with its own scripts stays unchanged.
  change({ ...bare, network: 'preview' })
  assert.deepEqual(scripts.states().contracts?.value, { ...whole, network: 'preview' })
  change(whole)
  assert.equal(scripts.states().contracts?.value, whole)
})

test('a script of another hash is not used, and a node that lacks the outputs or is away leaves the document as it is', async () => {
  const wrong = open(bare, nodeWith(carrying(serviceOrder, scriptIn(serviceOrderLegacy))))
  for (let attempts = 0; attempts < 2; attempts++) await wrong.scripts.findMissing()
  assert.equal(wrong.scripts.states().contracts?.value, bare)
  assert.deepEqual(wrong.lines, ['the output that the contracts config names has another script'])
  const away = open(bare, { utxos: () => Promise.reject(new Error('away')) })
  await away.scripts.findMissing()
  assert.deepEqual(away.lines, ['scripts of the contracts config cannot be read from the chain now'])
  for (const node of [nodeWith(), undefined]) {
    const { scripts, lines } = open(bare, node)
    await scripts.findMissing()
    assert.deepEqual([scripts.states().contracts?.value, lines], [bare, []])
  }
})
