// The name of a token, which might not be loaded yet, with a link to its view.
import { nameOf } from '../../schema/responses/safe-text.ts'
import { linkTo } from '../parts/link.ts'
import { poolOf } from '../pools.ts'

export const TokenName = ({ asset }: { asset: string }) => (
  <bdi class="ticker">{poolOf(asset).value?.info.name ?? nameOf(asset)}</bdi>
)

export const TokenLink = ({ asset }: { asset: string }) => (
  <a href={linkTo(`/token/${asset}`)}>
    <TokenName asset={asset} />
  </a>
)
