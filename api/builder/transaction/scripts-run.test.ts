// Scripts that a recipe runs: those without a policy or a known script, and redeemers without units.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { scriptHash } from './script-hash.ts'
import { languagesOf, redeemersOf, scriptRuns } from './scripts-run.ts'

const SCRIPT = { language: 'plutus:v1', cbor: '4100' } as const
const hash = scriptHash(SCRIPT)
const RECIPE = {
  mint: [{ assets: [{ asset: `${hash}.01`, quantity: 1n }], redeemer: '80' }],
  outputs: [],
}

test('a script is found among the witnesses or is missing, and its redeemer has the units of its own purpose and index', () => {
  const runs = scriptRuns(RECIPE, [])
  assert.deepEqual(runs, [{ purpose: 'mint', index: 0, hash, redeemer: '80' }])
  assert.deepEqual(languagesOf(runs, { ...RECIPE, scripts: [SCRIPT] }, []), [0])
  assert.throws(() => languagesOf(runs, RECIPE, []), {
    code: 'MISSING_CONFIG',
    message: `script ${hash} is in no reference output and not among the witness scripts`,
  })
  assert.throws(() => scriptRuns({ ...RECIPE, mint: [{ assets: [], redeemer: '80' }] }, []), {
    message: 'a recipe mints nothing under a policy',
  })
  for (const [units, memory, cpu] of [
    [{ purpose: 'mint', index: 0 }, 5n, 6n],
    [{ purpose: 'mint', index: 1 }, 0n, 0n],
    [{ purpose: 'spend', index: 0 }, 0n, 0n],
  ] as const)
    assert.deepEqual(redeemersOf(runs, [{ ...units, memory: 5n, cpu: 6n }]), [
      { tag: 1, index: 0, data: '80', memory, cpu },
    ])
})
