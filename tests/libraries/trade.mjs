// Places an order on an AMM pool that the service builds, and cancels it, with a wallet of any library.
/** @returns the JSON of the response */
export const post = async (url, path, body) => {
  const answer = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const built = await answer.json()
  if (!answer.ok) throw new Error(`${path}: ${JSON.stringify(built)}`)
  return built
}

/**
 * @param wallet `sign` takes CBOR in hex and returns that of the signed transaction, `submit` its id, and `awaitTx` resolves when
 *   that is in a block
 * @returns ids of the order and of its cancellation
 */
export const placeAndCancel = async ({ url, address, assetId, sign, submit, awaitTx }) => {
  const of = { changeAddress: address, utxos: 'service-wallet' }
  const send = async ({ cbor }) => {
    const id = await submit(await sign(cbor))
    await awaitTx(id)
    return id
  }
  const order = { assetId, amount: '20000000', side: 'BUY', slippage: '15', ...of }
  const placed = await send(await post(url, '/order', order))
  const cancelled = await send(await post(url, '/cancel', { txHash: placed, index: '0', ...of }))
  return { placed, cancelled }
}
