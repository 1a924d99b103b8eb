// Options for a person whose browser has no wallet: open this page in the browser of a phone's wallet, or get a wallet.
import encodeQR from 'qr'
import { Copy } from '../parts/details/copy.tsx'
import { matching } from '../parts/narrow.ts'

/** Wallets that support CIP-30, and where they are offered. The page has no relation to their makers. */
const WALLETS = [
  ['Lace', 'https://www.lace.io'],
  ['Eternl', 'https://eternl.io'],
  ['VESPR', 'https://vespr.xyz'],
  ['Yoroi', 'https://yoroi-wallet.com'],
  ['Begin', 'https://begin.is'],
  ['Typhon', 'https://typhonwallet.io'],
] as const

const isTouched = matching('(pointer: coarse)')

/** Link that opens a page in the browser of a wallet (CIP-158). */
const inWallet = (address: string): string => `web+cardano://browse/v1?uri=${encodeURIComponent(address)}`

/** The address as a QR code: one path of its dark squares. */
const Code = ({ of }: { of: string }) => {
  const rows = encodeQR(of, 'raw', { border: 2 })
  const squares = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])))
  return (
    <svg
      class="code"
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      role="img"
      aria-label="Address of this page"
    >
      <rect width="100%" height="100%" fill="white" />
      <path d={squares.join('')} fill="black" shape-rendering="crispEdges" />
    </svg>
  )
}

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
        </>
      ) : (
        <>
          <p class="muted small">Add one of these to the browser: the page finds it while this is open.</p>
          <Code of={href} />
          <p class="muted small">Or continue on a phone: its camera opens this page.</p>
        </>
      )}
      <ul class="wallets small">
        {WALLETS.map(([name, address]) => (
          <li key={name}>
            <a href={address} target="_blank" rel="noopener noreferrer">
              {name}
            </a>
          </li>
        ))}
      </ul>
    </>
  )
}
