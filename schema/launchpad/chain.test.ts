// The codecs against recorded mainnet blocks: every output at a known script must be read.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { mainnetBusy, mainnetHours, mainnetLaunch } from '../../fixtures/chains/recorded-chains.ts'
import { parseAddress, paymentCredential } from '../codecs/address.ts'
import { decodeCurvePool } from './datums/curve-pool.ts'
import { decodeFeeSwitchPool } from './datums/fee-switch-pool.ts'
import { decodeInstantOrder } from './datums/instant-order.ts'
import { decodeInstantOrderV1 } from './datums/instant-order-v1.ts'
import { decodeLimitOrder } from './datums/limit-order.ts'
import { decodeRoyaltyPool } from './datums/royalty-pool.ts'
import { decodeVestingLock } from './datums/vesting-lock.ts'

const codecs: Readonly<Record<string, { name: string; decode: (datum: string) => object | undefined }>> = {
  '905ab869961b094f1b8197278cfe15b45cbe49fa8f32c6b014f85a2d': { name: 'curve pool', decode: decodeCurvePool },
  d9143ac63473b17a215d1b7484dfb6ac6b4a0005beb0e26a6ca02c96: {
    name: 'instant order',
    decode: decodeInstantOrder,
  },
  '9e94e848482ffb2befe7fe6c2f5171c99086b53b3f73f535ff61ca09': {
    name: 'instant order v1',
    decode: decodeInstantOrderV1,
  },
  '464eeee89f05aff787d40045af2a40a83fd96c513197d32fbc54ff02': {
    name: 'limit order',
    decode: decodeLimitOrder,
  },
  cb684a69e78907a9796b21fc150a758af5f2805e5ed5d5a8ce9f76f1: {
    name: 'royalty pool',
    decode: decodeRoyaltyPool,
  },
  '9dee0659686c3ab807895c929e3284c11222affd710b09be690f924d': {
    name: 'fee-switch pool',
    decode: decodeFeeSwitchPool,
  },
  f002facfd69d51b63e7046c6d40349b0b17c8dd775ee415c66af3ccc: {
    name: 'fee-switch pool',
    decode: decodeFeeSwitchPool,
  },
  ddbebc6263726bcc035934b3b71c1fb144a78a1cbbc57499c45b1e89: {
    name: 'vesting lock',
    decode: decodeVestingLock,
  },
}

interface Block {
  readonly result?: {
    readonly block?: {
      readonly transactions?: readonly {
        readonly id: string
        readonly outputs: readonly { readonly address: string; readonly datum?: string }[]
      }[]
    }
  }
}

for (const [{ name, path, skip }, expected] of [
  [mainnetLaunch, { 'curve pool': 1 }],
  [mainnetHours, { 'curve pool': 1, 'limit order': 2 }],
  [mainnetBusy, { 'curve pool': 12, 'limit order': 24, 'royalty pool': 9, 'fee-switch pool': 2 }],
] as const) {
  test(`every output at a known script in ${name} is read`, { skip }, () => {
    const counts: Record<string, number> = {}
    for (const line of gunzipSync(readFileSync(path)).toString().trimEnd().split('\n')) {
      const { result }: Block = JSON.parse(line)
      for (const { id, outputs } of result?.block?.transactions ?? []) {
        for (const [index, output] of outputs.entries()) {
          const codec = codecs[paymentCredential(parseAddress(output.address))?.hash ?? '']
          if (codec === undefined) continue
          assert.ok(codec.decode(output.datum ?? ''), `${codec.name} ${id}#${index}: ${output.datum}`)
          counts[codec.name] = (counts[codec.name] ?? 0) + 1
        }
      }
    }
    assert.deepEqual(counts, expected)
  })
}
