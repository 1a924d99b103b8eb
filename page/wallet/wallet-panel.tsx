// The panel to choose a wallet. It must never have a field for a recovery phrase.
import './wallet.css'
import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { network } from '../chain.ts'
import { Button, setting } from '../parts/controls.tsx'
import { Problem } from '../parts/details/panel.tsx'
import { Icon } from '../parts/icons.tsx'
import { Sheet } from '../parts/sheet.tsx'
import { wordsOf } from '../parts/words-of.ts'
import { type Extension, extensions } from './cip30.ts'
import { connect } from './connection.ts'
import { GetWallet } from './get-wallet.tsx'
import { isConnecting } from './wallet.ts'

const DEVNET = { id: 'devnet', name: 'Devnet wallet', icon: '' } as const

/**
 * Interval in ms between two searches for wallets. Extensions add their wallets late, and a person may install a wallet while the panel is
 * open.
 */
const LOOK_INTERVAL_MS = 500

const idsOf = (list: readonly Extension[]): string => list.map(({ id }) => id).join()

const useExtensions = (): readonly Extension[] => {
  const found = useSignal<readonly Extension[]>(extensions())
  useEffect(() => {
    const look = (): void => {
      const now = extensions()
      if (idsOf(now) !== idsOf(found.peek())) found.value = now
    }
    const timer = setInterval(look, LOOK_INTERVAL_MS)
    return () => clearInterval(timer)
  }, [])
  return found.value
}

const Choices = () => {
  /** The person can choose another wallet while this one connects. */
  const asked = useSignal<string | undefined>(undefined)
  const problem = useSignal<string | undefined>(undefined)
  const choose = async (choice: Extension | typeof DEVNET) => {
    const { id } = choice
    asked.value = id
    problem.value = undefined
    try {
      await connect('enable' in choice ? choice : choice.id)
      if (asked.peek() === id) isConnecting.value = false
    } catch (error) {
      if (asked.peek() === id) problem.value = wordsOf(error)
    } finally {
      if (asked.peek() === id) asked.value = undefined
    }
  }
  const found = useExtensions()
  const aboutOf = (choice: Extension | typeof DEVNET): string => {
    if (asked.value === choice.id) return 'Confirm the request in the wallet.'
    return choice === DEVNET ? 'A million ADA of this devnet. Its key is public.' : 'In this browser'
  }
  return (
    <>
      <p class="muted">You need a wallet only to trade. The page never asks for its recovery phrase.</p>
      {[...(network.value === 'devnet' ? [DEVNET] : []), ...found].map((choice) => (
        <Button
          key={choice.id}
          class="choice row"
          isClosed={asked.value === choice.id}
          onClick={() => void choose(choice)}
        >
          {choice.icon ? (
            <img src={choice.icon} alt="" width="36" height="36" />
          ) : (
            <span class="badge">
              <Icon name="bolt" size={18} />
            </span>
          )}
          <span>
            <b>{choice.name}</b>
            <span class="muted small">{aboutOf(choice)}</span>
          </span>
        </Button>
      ))}
      {found.length === 0 && <GetWallet />}
      <Problem words={problem.value} />
    </>
  )
}

export const WalletPanel = () => (
  <Sheet label="Connect a wallet" onClose={setting(isConnecting, false)}>
    <Choices />
  </Sheet>
)
