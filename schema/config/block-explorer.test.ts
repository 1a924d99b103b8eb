import assert from 'node:assert/strict'
import { test } from 'node:test'
import { blockExplorerOf } from './block-explorer.ts'

const NONE = { transaction: null, address: null, token: null }

test('the block explorer is the one of the network unless the operator names another, or none', () => {
  assert.deepEqual(blockExplorerOf('preview'), {
    transaction: 'https://preview.cardanoscan.io/transaction/{}',
    address: 'https://preview.cardanoscan.io/address/{}',
    token: 'https://preview.cardanoscan.io/token/{}',
  })
  assert.equal(blockExplorerOf('mainnet').token, 'https://cardanoscan.io/token/{}')
  assert.deepEqual(blockExplorerOf('devnet'), NONE)
  assert.deepEqual(blockExplorerOf('mainnet', 'none'), NONE)
  assert.deepEqual(
    blockExplorerOf('devnet', 'address=http://a.example/{}?x=1,transaction=https://b.example/{}'),
    {
      transaction: 'https://b.example/{}',
      address: 'http://a.example/{}?x=1',
      token: null,
    },
  )
})
