// The page: a shell around the views.
import { effect } from '@preact/signals'
import { type ComponentChildren, render } from 'preact'
import { useEffect } from 'preact/hooks'
import { Button, setting } from './parts/controls.tsx'
import './release-drawings.ts'
import './base.css'
import './parts/parts.css'
import './shell.css'
import './search/search.css'
import './board/board.css'
import './token/layout.css'
import { Board, isExplaining } from './board/board.tsx'
import { facts, followChain, lost, network, notice, status } from './chain.ts'
import { later, loadPart } from './later.tsx'
import { path, startNavigation } from './navigation.tsx'
import { ada, whole } from './parts/format.ts'
import { Icon } from './parts/icons.tsx'
import { isTrader, linkTo } from './parts/link.ts'
import { Ada } from './parts/parts.tsx'
import { KEYS, kept, keptInTab } from './parts/stored.ts'
import { NotFound } from './parts/waiting.tsx'
import { poolOf } from './pools.ts'
import { Search } from './search/search.tsx'
import { BASE } from './service.ts'
import { theme, toggleTheme } from './theme.ts'
import { TokenSkeleton } from './token/token-skeleton.tsx'
import { isConnecting, lovelace, wallet } from './wallet/wallet.ts'

// Most visits begin at the board, so it is in the first script.
const Token = later(() => import('./token/token.tsx').then(({ Token }) => Token), {
  skeleton: () => <TokenSkeleton />,
  ahead: true,
})
const SMALL = { skeleton: () => <i /> }
const Stamp = later(() => import('./stamp.tsx').then(({ Stamp }) => Stamp), SMALL)
const UnitButton = later(() => import('./unit-button.tsx').then(({ UnitButton }) => UnitButton), SMALL)
const LaunchForm = later(() => import('./launch.tsx').then(({ LaunchForm }) => LaunchForm))
const Portfolio = later(() => import('./wallet/portfolio.tsx').then(({ Portfolio }) => Portfolio))
const Trader = later(() => import('./traders/trader.tsx').then(({ Trader }) => Trader))
const StatusView = later(() => import('./status.tsx').then(({ StatusView }) => StatusView))
const Explain = later(() => import('./explain.tsx').then(({ Explain }) => Explain))
const WalletPanel = later(() => import('./wallet/wallet-panel.tsx').then(({ WalletPanel }) => WalletPanel))

const Chain = () => {
  const now = status.value
  const tone = lost.value !== null ? 'bad' : now === undefined || notice.value !== undefined ? 'busy' : 'ok'
  return (
    <a class={`sync row small tone ${tone}`} href={linkTo('/status')}>
      <i class="dot" />
      <span class="network only-wide">{network.value ?? '…'}</span>
      <span class="sr">, last block</span>
      <span class="num">{whole(now?.models?.height)}</span>
      {facts.value?.peers?.[0] && <Stamp />}
    </a>
  )
}

const Account = () =>
  wallet.value === undefined ? (
    <Button class="connect row" aria-label="Connect a wallet" onClick={setting(isConnecting, true)}>
      <Icon name="wallet" size={15} />
      <span class="only-wide">Connect</span>
    </Button>
  ) : (
    <a class="connect row" href={linkTo('/portfolio')}>
      <Icon name="wallet" size={15} />
      <span class="sr">Portfolio, </span>
      <Ada lovelace={lovelace.value} />
    </a>
  )

const ThemeButton = ({ class: name, children }: { class?: string; children?: ComponentChildren }) => {
  const label = theme.value === 'dark' ? 'Light colours' : 'Dark colours'
  return (
    <Button class={name} aria-label={label} onClick={toggleTheme}>
      {children ?? label}
    </Button>
  )
}

const Mark = () => (
  <svg width="28" height="28" viewBox="0 0 32 32" fill="none" aria-hidden="true">
    <rect width="32" height="32" rx="9" fill="var(--brand)" />
    <path d="M6.5 24C17 24 22 19 25 8" stroke="var(--on-brand)" stroke-width="3.6" stroke-linecap="round" />
  </svg>
)

const Top = () => (
  <header class="top">
    <div class="row">
      <a class="brand row" href={linkTo('/')} aria-label="Launchpad, all tokens">
        <Mark />
        <span class="only-wide">Launchpad</span>
      </a>
      <Search />
      <nav class="row" aria-label="Main">
        <Chain />
        {facts.value?.hasAdaUsdRate && <UnitButton class="round theme" />}
        <ThemeButton class="round theme">
          <Icon name={theme.value === 'dark' ? 'sun' : 'moon'} size={15} />
        </ThemeButton>
        <a class="button" href={linkTo('/launch')} aria-label="Launch a token">
          <Icon name="plus" size={15} />
          <span class="only-wide">Launch</span>
        </a>
        <Account />
      </nav>
    </div>
  </header>
)

const Notice = () => (
  <output class="notice" hidden={notice.value === undefined}>
    {notice.value}
  </output>
)

const TITLES: Readonly<Record<string, string>> = {
  '': 'Tokens',
  map: 'Market map',
  screener: 'Screener',
  watched: 'Watched tokens',
  traders: 'Traders',
  token: 'Token',
  trader: 'Trader',
  launch: 'Launch a token',
  portfolio: 'Portfolio',
  status: 'Status',
}

const titleOf = (view: string, id: string): string => {
  const pool = view === 'token' ? poolOf(id).value : undefined
  if (pool !== undefined) return `₳${ada(pool.metrics.marketCap)} ${pool.info.ticker} · Launchpad`
  return `${TITLES[view] ?? 'Not found'} · Launchpad`
}

/** Ids in the forms that people share. Any other text belongs to no view. */
const TOKEN = /^(?:[0-9a-f]{56}\.?(?:[0-9a-f]{2}){0,32}|asset1[02-9ac-hj-np-z]{38})$/i

const View = () => {
  const [, view = '', id = ''] = path.value.split('/')
  const title = titleOf(view, id)
  useEffect(() => {
    document.title = title
  }, [title])
  if (view === 'launch') return <LaunchForm />
  if (view === 'portfolio') return <Portfolio />
  if (view === 'status') return <StatusView />
  if (view === 'token' && TOKEN.test(id)) return <Token key={id} asset={id.toLowerCase()} />
  if (view === 'trader' && isTrader(id)) return <Trader key={id} address={id.toLowerCase()} />
  if (view === '') return <Board view="lists" />
  if (view === 'map' || view === 'screener' || view === 'watched' || view === 'traders')
    return <Board view={view} />
  return <NotFound title={`${view === 'token' || view === 'trader' ? TITLES[view] : 'Page'} not found`} />
}

const skip = (): void => document.querySelector<HTMLElement>('#content, main:not(:has(#content))')?.focus()

const App = () => (
  <>
    <Button class="skip" onClick={skip}>
      Skip to content
    </Button>
    <Top />
    <Notice />
    <View />
    <footer class="bottom row muted small">
      <span>
        Charts by{' '}
        <a href="https://www.tradingview.com/" rel="noopener noreferrer" target="_blank">
          TradingView Lightweight Charts™
        </a>
      </span>
      <a href={linkTo('/launch')}>Launch a token</a>
      <ThemeButton class="" />
      {facts.value?.hasAdaUsdRate && <UnitButton class="" />}
      <Button class="explain" onClick={setting(isExplaining, true)}>
        How it works
      </Button>
      <a href={`${BASE}/docs`}>API</a>
      <a href={linkTo('/status')}>Status</a>
    </footer>
    {isConnecting.value && <WalletPanel />}
    {isExplaining.value && <Explain />}
  </>
)

startNavigation()
void loadPart(() => import('./keep-focus.ts')).then(({ keepFocus }) => keepFocus())
void loadPart(() => import('./watch/moments.ts')).then(({ followMoments }) => followMoments())
void loadPart(() => import('./new-version.tsx')).then(({ watchVersion }) => watchVersion())
followChain()
effect(() => {
  if (kept(KEYS.watched) !== null || wallet.value !== undefined)
    void loadPart(() => import('./watch/alerts.tsx')).then(({ startAlerts }) => startAlerts())
})
if (keptInTab(KEYS.sent) !== null) void loadPart(() => import('./wallet/transactions.ts'))
if (kept(KEYS.wallet) !== null)
  void loadPart(() => import('./wallet/connection.ts')).then(({ reconnect }) => reconnect())
const root = document.getElementById('app')
if (root !== null) {
  root.textContent = ''
  render(<App />, root)
}
