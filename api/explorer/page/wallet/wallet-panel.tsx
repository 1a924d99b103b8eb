// The panel to choose a wallet. It must never have a field for a recovery phrase.
import { useSignal } from '@preact/signals'
import { network } from '../chain.ts'
import { Icon } from '../parts/icons.tsx'
import { Sheet } from '../parts/sheet.tsx'
import { type Extension, extensions, reasonOf } from './cip30.ts'
import { connect, isConnecting } from './wallet.ts'

const Choice = (props: { name: string; about: string; icon?: string; onChoose(): void; isBusy: boolean }) => (
  <button type="button" class="choice" disabled={props.isBusy} onClick={props.onChoose}>
    {props.icon ? (
      <img src={props.icon} alt="" width="36" height="36" />
    ) : (
      <span class="badge">
        <Icon name="bolt" size={18} />
      </span>
    )}
    <span>
      <b>{props.name}</b>
      <span class="muted">{props.about}</span>
    </span>
  </button>
)

const Choices = () => {
  const isBusy = useSignal(false)
  const problem = useSignal<string | undefined>(undefined)
  const choose = async (extension: Extension | 'devnet') => {
    isBusy.value = true
    problem.value = undefined
    try {
      await connect(extension)
      isConnecting.value = false
    } catch (error) {
      problem.value = reasonOf(error)
    } finally {
      isBusy.value = false
    }
  }
  const found = extensions()
  return (
    <>
      <p class="muted">
        A wallet is needed to trade, not to look. The page never asks for its recovery phrase.
      </p>
      {network.value === 'devnet' && (
        <Choice
          name="Devnet wallet"
          about="A million ADA of this devnet. Its key is public."
          isBusy={isBusy.value}
          onChoose={() => void choose('devnet')}
        />
      )}
      {found.map((extension) => (
        <Choice
          key={extension.id}
          name={extension.name}
          about="In this browser"
          icon={extension.icon}
          isBusy={isBusy.value}
          onChoose={() => void choose(extension)}
        />
      ))}
      {found.length === 0 && (
        <p class="muted small">
          This browser has no wallet (CIP-30). Add one to it, then load the page again.
        </p>
      )}
      {problem.value !== undefined && (
        <p class="outcome failed" role="alert">
          {problem.value}
        </p>
      )}
    </>
  )
}

export const WalletPanel = () => (
  <Sheet
    label="Connect a wallet"
    class="drawer"
    onClose={() => {
      isConnecting.value = false
    }}
  >
    <Choices />
  </Sheet>
)
