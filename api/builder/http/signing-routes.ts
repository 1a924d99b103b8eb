// Attaches a wallet's signatures to a transaction, and submits it to the node. Submitting the same transaction again gives the same
// response.
import { Type } from '@sinclair/typebox'
import type { Hex } from '../../../schema/primitives.ts'
import { SignedSchema, SubmittedSchema } from '../../../schema/responses/builder.ts'
import { json, KIB } from '../../http/route/body.ts'
import { type Route, route } from '../../http/route/route.ts'
import { BuildError } from '../build-error.ts'
import { idOf, withSignatures } from '../transaction/attach-witness.ts'
import { failures, OF_SIGNING, OF_SUBMITTING } from './build-responses.ts'
import type { BuilderContext } from './builder-context.ts'
import { ChangeAddress, ownerIn } from './request-fields.ts'

const AGAIN =
  'After a lost connection, a timeout or an error without a refusal of the node, the transaction may have been accepted. Submit the same transaction again: an accepted one returns the same hash, unless the node has dropped it since. Never build a new one instead, which may trade twice.'

/** Two transactions of the maximum size in hex. */
const LIMIT = 128 * KIB

/** The mempool and the newest block are known after this time, if the node answers. */
const AGAIN_S = 5

const transactionHex = (description: string) => Type.String({ description, examples: ['84a0a0f5f6'] })

const SignBody = Type.Object({
  cbor: transactionHex('The unsigned transaction, CBOR in hex, unchanged.'),
  witness: Type.String({
    description:
      "Result of the wallet's CIP-30 `signTx`: a witness set in hex CBOR, or the signed transaction.",
    examples: ['a0'],
  }),
  changeAddress: ChangeAddress,
})

const SubmitBody = Type.Object({ cbor: transactionHex('The signed transaction, CBOR in hex.') })

/** Adds the service's signature too if the service signed the transaction, because the client may have left it out. */
const sign = async (
  { builder, wallet }: BuilderContext,
  task: { readonly cbor: Hex; readonly witness: Hex },
): Promise<Hex> => {
  const signed = await builder.sign(task)
  const own = wallet.signatureOf(idOf(signed))
  return own === undefined ? signed : withSignatures(signed, [own])
}

/** @throws {BuildError} with the node's reason for a refusal, unless the node accepted the transaction before */
const submit = async ({ builder, spending, isOnChain }: BuilderContext, cbor: Hex): Promise<Hex> => {
  const submission = await builder.submit(cbor)
  const { id, refused } = submission
  if (refused === undefined) spending.submitted(submission)
  else if (!spending.isKnown(id) && !isOnChain(id, refused.needed)) {
    // The transaction itself may have spent the outputs, in the mempool or in a block that this service does not know yet.
    if (refused.code === 'ALREADY_SPENT' && !spending.knowsSpent(refused.needed))
      throw new BuildError(
        'NODE_AWAY',
        'this service does not know yet what has spent the outputs: submit the same transaction again',
        AGAIN_S,
      )
    throw new BuildError(refused.code, refused.message)
  }
  return id
}

export const signingRoutes = (context: BuilderContext): readonly Route[] => [
  route({
    rate: 'build',
    path: '/sign',
    operationId: 'signTransaction',
    summary: 'Attaches signatures to a transaction',
    description:
      'The transaction body is left unchanged, byte for byte. Signatures that do not match it are refused.',
    body: json(SignBody, { limit: LIMIT }),
    responses: { 200: { schema: SignedSchema, description: 'The signed transaction.' } },
    ...failures(OF_SIGNING, 'SERVER_ERROR'),
    handle: async ({ body: { cbor, witness, changeAddress } }, reply) => {
      ownerIn('changeAddress', changeAddress, context.network)
      return reply(200, { cbor: await sign(context, { cbor, witness }) })
    },
  }),
  route({
    rate: 'build',
    path: '/sign-and-submit',
    operationId: 'signAndSubmitTransaction',
    summary: 'Attaches signatures to a transaction and submits it',
    description: AGAIN,
    body: json(SignBody, { limit: LIMIT }),
    responses: { 200: { schema: SubmittedSchema, description: 'The node has accepted the transaction.' } },
    ...failures([...OF_SIGNING, ...OF_SUBMITTING], 'SERVER_ERROR'),
    handle: async ({ body: { cbor, witness, changeAddress } }, reply) => {
      ownerIn('changeAddress', changeAddress, context.network)
      const signed = await sign(context, { cbor, witness })
      return reply(200, { txHash: await submit(context, signed) })
    },
  }),
  route({
    rate: 'build',
    path: '/submit',
    operationId: 'submitTransaction',
    summary: 'Submits a signed transaction',
    description: AGAIN,
    body: json(SubmitBody, { limit: LIMIT }),
    responses: { 200: { schema: SubmittedSchema, description: 'The node has accepted the transaction.' } },
    ...failures(OF_SUBMITTING, 'SERVER_ERROR'),
    handle: async ({ body: { cbor } }, reply) => reply(200, { txHash: await submit(context, cbor) }),
  }),
]
