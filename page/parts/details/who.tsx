// The owner of an order, a balance or a profit, shown by address, with a link to this trader's view.
import type { ComponentChildren } from 'preact'
import { PersonFace } from '../faces.tsx'
import { shortAddress } from '../format.ts'
import { linkTo } from '../link.ts'

/** @param props.isLong whether the beginning of the address is also shown if there is room */
export const Who = (props: {
  address: string
  isLong?: boolean
  isDev?: boolean
  children?: ComponentChildren
}) => (
  <span class="who">
    <PersonFace address={props.address} />
    <a class="mono" href={linkTo(`/trader/${props.address}`)} title={props.address}>
      {props.isLong && <span class="only-wide">{props.address.slice(0, 14)}…</span>}
      {shortAddress(props.address)}
    </a>
    {props.children}
    {props.isDev && <span class="chip">dev</span>}
  </span>
)
