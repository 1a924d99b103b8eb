// Requests to the service that wallets of several libraries need.

const POLL_INTERVAL_MS = 200

export const until = async (request) => {
  for (;;) {
    const result = await request()
    if (result !== undefined) return result
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS))
  }
}

/**
 * Keeps the transaction's other bytes unchanged.
 * @returns CBOR of the signed transaction
 */
export const withWitness = async (url, { cbor, witness, changeAddress }) => {
  const response = await fetch(`${url}/sign`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ cbor, witness, changeAddress }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`/sign: ${text}`)
  return JSON.parse(text).cbor
}

export const matchesOf = async (url, pattern) => (await fetch(`${url}/kupo/matches/${pattern}`)).json()
