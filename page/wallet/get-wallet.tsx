// Options for a person whose browser has no wallet: open this page in the browser of a phone's wallet, or get a wallet.
import encodeQR from 'qr'
import { Copy } from '../parts/details/copy.tsx'
import { matching } from '../parts/narrow.ts'

/** Wallets that support CIP-30. The page has no relation to their makers. */
const WALLETS = [
  ['Lace', 'https://www.lace.io'],
  ['Eternl', 'https://eternl.io'],
  ['VESPR', 'https://vespr.xyz'],
  ['Yoroi', 'https://yoroi-wallet.com'],
  ['Begin', 'https://begin.is'],
  ['Typhon', 'https://typhonwallet.io'],
] as const

const isTouched = matching('(pointer: coarse)')

/** Opens a page in the browser of a wallet (CIP-158). */
const inWallet = (address: string): string => `web+cardano://browse/v1?uri=${encodeURIComponent(address)}`

/** For a phone, an address of this machine leads to the phone itself. */
const isReachable = !/^(.*\.)?localhost$|^127\.|^\[::1\]$/.test(location.hostname)

const Wallets = () => (
  <ul class="wallets small">
    {WALLETS.map(([name, address]) => (
      <li key={name}>
        <a href={address} target="_blank" rel="noopener noreferrer">
          {name}
        </a>
      </li>
    ))}
  </ul>
)

export const GetWallet = () => {
  const { href } = location
  return (
    <>
      <p>This browser has no wallet.</p>
      {isTouched.value ? (
        <>
          <a class="go" href={inWallet(href)}>
            Open this page in a wallet
          </a>
          <p class="muted small">
            A wallet with a browser of its own opens it. If nothing happens, open the wallet's browser, and
            paste{' '}
            <Copy text={href} label="the address of this page">
              the address of this page
            </Copy>
            .
          </p>
          <Wallets />
        </>
      ) : (
        <>
          <p class="muted small">Add one of these to the browser: the page finds it while this is open.</p>
          <Wallets />
          {isReachable && (
            <>
              <p class="muted small">Or continue on a phone: its camera opens this page.</p>
              <img class="code" src={encodeQR(href, 'data-url', { border: 2 })} alt="Address of this page" />
            </>
          )}
        </>
      )}
    </>
  )
}
