// The panel to choose a wallet. It must never have a field for a recovery phrase.
import './wallet.css'
import { useSignal } from '@preact/signals'
import { network } from '../chain.ts'
import { Button, setting } from '../parts/controls.tsx'
import { Problem } from '../parts/details/panel.tsx'
import { Icon } from '../parts/icons.tsx'
import { Sheet } from '../parts/sheet.tsx'
import { wordsOf } from '../parts/words-of.ts'
import { type Extension, extensions } from './cip30.ts'
import { connect } from './connection.ts'
import { isConnecting } from './wallet.ts'

const Choice = (props: {
  name: string
  about: string
  icon?: string
  onChoose(): void
  isAsked: boolean
}) => (
  <Button class="choice row" isClosed={props.isAsked} onClick={props.onChoose}>
    {props.icon ? (
      <img src={props.icon} alt="" width="36" height="36" />
    ) : (
      <span class="badge">
        <Icon name="bolt" size={18} />
      </span>
    )}
    <span>
      <b>{props.name}</b>
      <span class="muted small">{props.isAsked ? 'Confirm the request in the wallet.' : props.about}</span>
    </span>
  </Button>
)

const Choices = () => {
  /** Id of the wallet that is asked; another one can be chosen meanwhile. */
  const asked = useSignal<string | undefined>(undefined)
  const problem = useSignal<string | undefined>(undefined)
  const choose = async (extension: Extension | 'devnet') => {
    const id = extension === 'devnet' ? extension : extension.id
    asked.value = id
    problem.value = undefined
    try {
      await connect(extension, () => asked.peek() === id)
      if (asked.peek() === id) isConnecting.value = false
    } catch (error) {
      if (asked.peek() === id) problem.value = wordsOf(error)
    } finally {
      if (asked.peek() === id) asked.value = undefined
    }
  }
  const found = extensions()
  return (
    <>
      <p class="muted">You need a wallet only to trade. The page never asks for its recovery phrase.</p>
      {network.value === 'devnet' && (
        <Choice
          name="Devnet wallet"
          about="A million ADA of this devnet. Its key is public."
          isAsked={asked.value === 'devnet'}
          onChoose={() => void choose('devnet')}
        />
      )}
      {found.map((extension) => (
        <Choice
          key={extension.id}
          name={extension.name}
          about="In this browser"
          icon={extension.icon}
          isAsked={asked.value === extension.id}
          onChoose={() => void choose(extension)}
        />
      ))}
      {found.length === 0 && (
        <p class="muted small">
          This browser has no wallet (CIP-30). Add a wallet, then load the page again.
        </p>
      )}
      <Problem words={problem.value} />
    </>
  )
}

export const WalletPanel = () => (
  <Sheet label="Connect a wallet" class="sheet drawer" onClose={setting(isConnecting, false)}>
    <Choices />
  </Sheet>
)
