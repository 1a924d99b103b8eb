// The name of a token that the page may not know yet.
import { nameOf } from '../../schema/responses/safe-text.ts'
import { poolOf } from '../pools.ts'

export const TokenName = ({ asset }: { asset: string }) => (
  <bdi class="ticker">{poolOf(asset).value?.info.name ?? nameOf(asset)}</bdi>
)
