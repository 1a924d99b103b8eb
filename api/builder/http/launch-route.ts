// Launches. The image is checked, named and kept before anything is built, since its content id goes onto the chain. So
// is what can be checked of the request.
import { Type } from '@sinclair/typebox'
import { ulid } from 'ulid'
import { LaunchBuildSchema } from '../../../schema/builder.ts'
import { ApiError } from '../../../schema/errors.ts'
import { assetNameOf, formatOutputReference, policyOf } from '../../../schema/primitives.ts'
import { KIB } from '../../http/body.ts'
import { multipart } from '../../http/multipart.ts'
import { type Route, route } from '../../http/route.ts'
import { type Image, imageOf, MAX_IMAGE_BYTES, UPLOAD_TYPES } from '../../images/image.ts'
import type { ImageStore } from '../../images/image-store.ts'
import { checkDeposit, launchSeed } from '../launch-checks.ts'
import type { CoinGroups } from '../transaction-builder.ts'
import type { Utxo } from '../utxo.ts'
import { buildAnswer } from './build-answers.ts'
import type { BuilderParts } from './builder-parts.ts'
import { givenCollateral, withCollateral } from './collateral.ts'
import { ANY_CONFIG } from './current-terms.ts'
import { LaunchInfo } from './launch-fields.ts'
import { givenUtxos, OUTPUTS_LIMIT, ownerIn } from './request-fields.ts'

/** Milliseconds for which a transaction is valid, so that its creator can take time to sign. */
const VALID = 2 * 60 * 60 * 1000

const Form = multipart(Type.Object({ info: LaunchInfo }), {
  limit: MAX_IMAGE_BYTES + OUTPUTS_LIMIT + 16 * KIB,
  fieldLimit: OUTPUTS_LIMIT,
  files: {
    image: {
      limit: MAX_IMAGE_BYTES,
      types: UPLOAD_TYPES,
      description: `The token's image: PNG, JPEG or GIF, at most ${MAX_IMAGE_BYTES} bytes.`,
    },
  },
})

const without = (groups: CoinGroups, others: readonly Utxo[]): CoinGroups => {
  const names = new Set(others.map(({ reference }) => formatOutputReference(reference)))
  return groups.map((group) => group.filter(({ reference }) => !names.has(formatOutputReference(reference))))
}

/** `POST /launch`. */
export const launchRoute = (parts: BuilderParts, images: ImageStore): Route => {
  const { network, builder, spending, wallet } = parts

  /** @throws {ApiError} SERVER_ERROR; why is in the log of the store */
  const keep = async (image: Image): Promise<void> => {
    try {
      await images.keep(image)
    } catch {
      throw new ApiError(
        'SERVER_ERROR',
        'The image could not be stored, so nothing was built; try again later',
      )
    }
  }

  return route({
    method: 'POST',
    path: '/launch',
    operationId: 'buildLaunch',
    summary: 'Builds the launch of a token, to be signed',
    description:
      'Mints the token, opens its bonding curve and buys from it, if `initialDeposit` says so. Without `collaterals` the service puts up its own and has signed for it. The transaction is valid for two hours.',
    body: Form,
    responses: { 200: { schema: LaunchBuildSchema, description: 'The launch.' } },
    cache: 'no-store',
    rate: 'launch',
    readsModels: true,
    handle: async ({ body: { fields, files } }, reply) => {
      const { info } = fields
      const owner = ownerIn('info.changeAddress', info.changeAddress, network)
      const items = givenUtxos(info.utxos)
      if (items === undefined) parts.checkWallets()
      try {
        const terms = parts.terms(ANY_CONFIG)
        const { launchType, initialDeposit: deposit = 0n } = info
        checkDeposit({ deposit, launchType }, terms)
        const image = await imageOf(files.image.bytes)
        const given = await givenCollateral(builder, 'info.collaterals', info.collaterals)
        // Asked before the image is kept: most requests that cannot be built end here.
        launchSeed(...(await spending.coinsFor({ owner, items, field: 'info.utxos' })))
        await keep(image)
        const coins = without(await spending.coinsFor({ owner, items, field: 'info.utxos' }), given ?? [])
        const { twitter = '', discord = '', telegram = '', website = '', assetType } = info
        const { name, ticker, description } = info
        const request = {
          name,
          ticker,
          description,
          launchType,
          deposit,
          logoCid: image.cid,
          described: { mediaType: image.mediaType, assetType },
          socials: { twitter, discord, telegram, website },
        }
        const until = parts.slots.slotAt(parts.tip().time + VALID)
        const built = await withCollateral(wallet, given, (collateral) =>
          builder.launch({ owner, coins, terms, request, collateral, until }),
        )
        const { cbor, token, creatorTokens } = built
        return reply(200, {
          id: `launch-${ulid()}`,
          cbor,
          partial: given === undefined,
          assetId: token,
          assetSubject: assetNameOf(token),
          policyId: policyOf(token),
          logoCID: image.cid,
          ...(creatorTokens === 0n ? {} : { userOutputTokens: `${creatorTokens}` }),
        })
      } catch (error) {
        throw buildAnswer(error, 'SERVER_ERROR')
      }
    },
  })
}
