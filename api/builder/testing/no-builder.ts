// A builder whose node is away, for tests that build nothing.
import { BuildError } from '../build-error.ts'
import type { TransactionBuilder } from '../transaction-builder.ts'

const away = async (): Promise<never> => {
  throw new BuildError('NODE_AWAY', 'The node does not answer now, try again later: there is none')
}

export const NO_BUILDER: TransactionBuilder = {
  coins: away,
  order: away,
  cancel: away,
  launch: away,
  lock: away,
  redeem: away,
  sign: away,
  submit: away,
  utxos: away,
}
