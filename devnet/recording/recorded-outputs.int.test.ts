// Compares the outputs of recorded chains with the outputs that the library reads from their CBOR. The ledger writes that CBOR.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { linkedChains } from '../../fixtures/chains/recorded-chains.ts'
import { decodeOutput } from '../ledger/output.ts'
import { readChainFile } from './chain-file.ts'
import { recordedOutputs } from './recorded-outputs.ts'

for (const { name, path, skip } of linkedChains) {
  test(`outputs of a recorded chain are read back by the library: ${name}`, { skip }, async () => {
    const utxos = recordedOutputs(await readChainFile(path))
    assert.ok(utxos.length > 500, `${utxos.length}`)
    // Plain outputs are frequent and similar, and the library is slow.
    const checked = utxos.filter(
      ({ output }, n) => n % 10 === 0 || output.script !== undefined || output.datum !== undefined,
    )
    for (const { output } of checked) assert.deepEqual(decodeOutput(output.cbor), output)
  })
}
