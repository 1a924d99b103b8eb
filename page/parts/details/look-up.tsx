// A link to a block explorer's page for a transaction, an address or a token. Without a configured explorer, only the text.
import type { ComponentChildren } from 'preact'
import { facts } from '../../chain.ts'

/** @param props.id transaction id, address in bech32, or asset id */
export const LookUp = (props: {
  kind: 'transaction' | 'address' | 'token'
  id: string
  children: ComponentChildren
}) => {
  const address = facts.value?.blockExplorer[props.kind]
  if (!address) return props.children
  return (
    <a
      class="look-up"
      href={address.replace('{}', () => encodeURIComponent(props.id.replace('.', '')))}
      target="_blank"
      rel="noopener noreferrer"
    >
      {props.children}
      <span class="sr">, in a block explorer</span>
    </a>
  )
}
