// The devnet's funded wallet, whose recovery phrase is public. With this wallet, a page can trade without any other wallet. Other networks
// have no such wallet.

import { type Static, Type } from '@sinclair/typebox'
import { ApiError } from '../../schema/errors.ts'
import { hash28, matching, text } from '../../schema/responses/field-schemas.ts'
import { type Route, route } from '../http/route/route.ts'

const DevnetWalletSchema = Type.Object(
  {
    mnemonic: text(
      'Recovery phrase, 24 words. It is public: never use it on another network.',
      'type write lawn install …',
    ),
    address: text('Bech32 address of its first account.', 'addr_test1…'),
    pkh: hash28(
      'Payment key hash of that address.',
      'd4f05bd13965ce0c52b9c5ab264bad0ccb054e7d552f8dd1763548be',
    ),
    paymentKey: matching(
      '^[0-9a-f]{128}$',
      'Extended private key of that address (BIP32-Ed25519), 64 bytes. It is derived from the phrase and equally public.',
      'd81171fd4a95617795510d983a9053eb8bded508d34b943d422b6f41b34407410d92ee7960d00dae32f7e76272d8f563f1d179653bba939a2f72d80f5e80f2f7',
    ),
  },
  { $id: 'DevnetWallet' },
)

export type PublicWallet = Static<typeof DevnetWalletSchema>

/** @param devnetWallet undefined on other networks */
export const devnetRoute = (devnetWallet: PublicWallet | undefined): Route =>
  route({
    path: '/v1/devnet',
    operationId: 'getDevnet',
    summary: 'The funded wallet of a devnet',
    description:
      'Recovery phrase, address and key of an account with test ADA. NOT_FOUND on every other network.',
    responses: { 200: { schema: DevnetWalletSchema, description: 'The wallet.' } },
    errors: ['NOT_FOUND'],
    cache: 'no-store',
    handle: (_, reply) => {
      if (devnetWallet === undefined)
        throw new ApiError(
          'NOT_FOUND',
          'This network is not a devnet: only a devnet has a wallet with a public key',
        )
      return reply(200, devnetWallet)
    },
  })
