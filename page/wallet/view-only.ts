// A wallet that is viewed by its address, without its keys: amounts, orders and positions, but no signatures.
import { parseAddress, paymentCredential } from '../../schema/codecs/address.ts'
import type { Wallet } from './cip30.ts'
import { holdingsOfKey } from './holdings-of-key.ts'

const refuse = (): Promise<never> =>
  Promise.reject(new Error('This wallet is only looked at. Connect it to send something'))

/** @throws {Error} if the address has no payment key */
export const viewOnly = (address: string): Wallet => {
  const credential = paymentCredential(parseAddress(address))
  if (credential?.kind !== 'key') throw new Error('This is a script’s address: look at a wallet with a key')
  const { hash } = credential
  return {
    name: 'Only looked at',
    address,
    addresses: new Map([[hash, address]]),
    holdings: () => holdingsOfKey(hash),
    coins: refuse,
    collaterals: refuse,
    sign: refuse,
  }
}
