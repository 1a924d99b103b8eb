// The head of a wallet's view: its address with a link to a block explorer, and the children.
import type { ComponentChildren } from 'preact'
import { facts } from '../../chain.ts'
import { Copy } from './copy.tsx'
import { LookUp } from './look-up.tsx'

/** @param props.id another form of the address, for the block explorer */
export const Purse = (props: {
  name?: string
  address: string
  id?: string | undefined
  children: ComponentChildren
}) => (
  <div class="panel purse">
    <p class="muted small">
      {props.name}{' '}
      <Copy text={props.address} label="address">
        <span class="mono">{`${props.address.slice(0, 14)}…${props.address.slice(-6)}`}</span>
      </Copy>{' '}
      {facts.value?.blockExplorer.address && (
        <LookUp kind="address" id={props.id ?? props.address}>
          Explorer
        </LookUp>
      )}
    </p>
    {props.children}
  </div>
)
