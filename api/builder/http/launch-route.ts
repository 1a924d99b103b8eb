// Builds launches. The image is checked and its content id computed before the transaction is built, since the transaction contains the id.
// Anybody can send images, which take room on the operator's disk. So an image is stored only after its launch was built from existing
// outputs.
import { Type } from '@sinclair/typebox'
import { ulid } from 'ulid'
import { ApiError } from '../../../schema/errors.ts'
import { assetNameOf, policyOf } from '../../../schema/primitives.ts'
import { LaunchBuildSchema } from '../../../schema/responses/builder.ts'
import { KIB } from '../../http/route/body.ts'
import { Buckets } from '../../http/route/buckets.ts'
import { type Client, limitKey } from '../../http/route/client-address.ts'
import { multipart } from '../../http/route/multipart.ts'
import { type Route, route } from '../../http/route/route.ts'
import { type Image, imageOf, MAX_IMAGE_BYTES, UPLOAD_TYPES } from '../../images/image.ts'
import type { ImageStore } from '../../images/image-store.ts'
import { checkLaunchScripts } from '../missing.ts'
import { checkDeposit } from '../recipes/launch-checks.ts'
import { checkUtxos } from '../transaction/read-utxos.ts'
import type { Built } from '../transaction-builder.ts'
import { buildFailures, OF_LAUNCH } from './build-responses.ts'
import type { BuilderContext } from './builder-context.ts'
import { givenCollateral, withCollateral } from './collateral.ts'
import { ANY_CONFIG } from './current-terms.ts'
import { LaunchInfo } from './launch-fields.ts'
import { givenUtxos, OUTPUTS_LIMIT, ownerIn } from './request-fields.ts'

/** The creator needs time to sign. */
const VALIDITY_MS = 2 * 60 * 60 * 1000

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

/** In KiB, per client: bursts of 64 MiB, and 64 MiB per hour. */
const UPLOADS = { perMinute: 1_092, burst: 65_536 }

export const launchRoute = (context: BuilderContext, images: ImageStore): Route => {
  const { network, builder, spending, wallet } = context
  const uploads = new Buckets(UPLOADS, 'KiB of images')

  /**
   * @throws {ApiError} INVALID_PARAMS if the image cannot be decoded; SERVER_ERROR, with the reason in the store's log; RATE_LIMITED
   * @throws {BuildError} if an output that the launch spends does not exist
   */
  const keep = async (image: Image, { spent }: Built, client: Client): Promise<void> => {
    for (const reference of spent) context.addressOf(reference)
    if (!client.isLocal && !images.has(image.cid))
      uploads.consume(limitKey(client.address), context.uptime(), Math.ceil(image.bytes.length / KIB))
    try {
      await images.put(image)
    } catch (error) {
      if (error instanceof ApiError) throw error
      throw new ApiError('SERVER_ERROR', 'The image could not be stored; try again later')
    }
  }

  return route({
    path: '/launch',
    operationId: 'buildLaunch',
    summary: 'Builds the launch of a token, to be signed',
    description:
      'Mints the token, opens its bonding curve and makes the initial purchase, if `initialDeposit` asks for one. Without `collaterals` the service provides collateral and signs for it. The transaction is valid for two hours.',
    body: Form,
    responses: { 200: { schema: LaunchBuildSchema, description: 'The launch.' } },
    ...buildFailures(OF_LAUNCH, 'SERVER_ERROR'),
    rate: 'launch',
    reads: { ledger: true },
    isCached: false,
    handle: async ({ body: { fields, files }, client }, reply) => {
      const { info } = fields
      const owner = ownerIn('info.changeAddress', info.changeAddress, network)
      const items = givenUtxos('info.utxos', info.utxos)
      checkUtxos('info.collaterals', info.collaterals)
      const image = await imageOf(files.image.bytes)
      const terms = context.terms(ANY_CONFIG)
      const { launchType, initialDeposit: deposit = 0n } = info
      checkDeposit({ deposit, launchType }, terms)
      checkLaunchScripts(terms)
      if (items === undefined) context.checkWallets()
      const given = givenCollateral('info.collaterals', info.collaterals)
      const coins = spending.wantedFor({ owner, items, field: 'info.utxos' })
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
      const until = context.slots.slotAt(context.tip().time + VALIDITY_MS)
      const borrower = { client: limitKey(client.address), purpose: owner.address }
      const { id, cbor, token, creatorTokens } = await withCollateral(
        wallet,
        borrower,
        given,
        async (collateral) => {
          const built = await builder.launch({ owner, coins, terms, request, collateral, until })
          await keep(image, built, client)
          return built
        },
      )
      return reply(200, {
        id: `launch-${ulid()}`,
        cbor,
        partial: given === undefined,
        assetId: token,
        assetSubject: assetNameOf(token),
        policyId: policyOf(token),
        logoCID: image.cid,
        txHash: id,
        validUntil: context.slots.timeOf(until),
        ...(creatorTokens === 0n ? {} : { userOutputTokens: `${creatorTokens}` }),
      })
    },
  })
}
