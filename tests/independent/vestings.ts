// All vestings: unspent outputs at the vesting script that contain a token. Each is read from its datum's bytes.
import assert from 'node:assert/strict'
import { formatAddress } from '../../schema/codecs/address.ts'
import { isAt } from '../hostile/raw-ledger.ts'
import { byText, type Comparison, grouped, post, type Recorded } from './comparison.ts'

/** `Constr 0` of an integer of eight bytes and a key hash, with definite or indefinite length. */
const DATUM = /^d879(?:82|9f)1b([0-9a-f]{16})581c([0-9a-f]{56})(?:ff)?$/

interface Row {
  readonly id: string
  readonly lockUntil: string
  readonly redeemerVkh: string
  readonly tokenPolicyId: string
  readonly tokenAssetName: string
  readonly totalLocked: string
  readonly vestingOwnerAddress: string
  readonly spent: boolean
}

export const locksOf = ({ ledger, operations }: Recorded): Row[] =>
  [...ledger.unspent.values()].flatMap((output): Row[] => {
    const { address, assets, datum, reference } = output
    if (!isAt([operations.vesting.scriptHash], output)) return []
    const [, deadline, redeemerVkh] = DATUM.exec(datum ?? '') ?? []
    const [[asset, quantity] = [], ...more] = assets
    assert.ok(deadline !== undefined && redeemerVkh !== undefined, `${reference} is locked by ${datum}`)
    assert.ok(asset !== undefined && more.length === 0, `${reference} locks one token`)
    const [tokenPolicyId = '', tokenAssetName = ''] = asset.split('.')
    return [
      {
        id: reference.replace('#', ':'),
        lockUntil: BigInt(`0x${deadline}`).toString(),
        redeemerVkh,
        tokenPolicyId,
        tokenAssetName,
        totalLocked: `${quantity}`,
        vestingOwnerAddress: formatAddress(address),
        spent: false,
      },
    ]
  })

/** Compares transaction and index, for `sort`. */
export const byId = (a: Row, b: Row): number =>
  byText(a.id.slice(0, 64), b.id.slice(0, 64)) || Number(a.id.slice(65)) - Number(b.id.slice(65))

const inOrder = (rows: readonly Row[]): Row[] =>
  rows.toSorted((a, b) => Number(BigInt(a.lockUntil) - BigInt(b.lockUntil)) || byId(a, b))

export const vestingsComparison: Comparison = {
  name: 'all vestings, by redeemer and by token',
  async check(services, recorded) {
    const rows = locksOf(recorded)
    assert.ok(!recorded.isRich || rows.length > 10, `${rows.length} vestings`)
    const byRedeemer = grouped(rows, ({ redeemerVkh }) => redeemerVkh)
    for (const [redeemerVkhs, own] of byRedeemer)
      assert.deepEqual(
        await post(services, `/v1/vesting/get-by-redeemer?redeemerVkhs=${redeemerVkhs}`, {}),
        { vestings: inOrder(own) },
        redeemerVkhs,
      )
    const byToken = grouped(rows, ({ tokenPolicyId, tokenAssetName }) => `${tokenPolicyId}.${tokenAssetName}`)
    for (const [token, own] of byToken)
      assert.deepEqual(
        await post(services, `/v1/vesting/get-by-asset/${token}`, {}),
        { vestings: inOrder(own) },
        token,
      )
  },
}
