// The form that launches a token, with a preview. The service checks all fields again; the checks here report errors before
// anything is sent.
import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Parameters } from '../../../schema/config/parameters.ts'
import { buyTokens } from '../../../schema/launchpad/curve.ts'
import { status } from './chain.ts'
import { amountOf } from './parts/amount.ts'
import { ada, compact } from './parts/format.ts'
import { Choices, Progress } from './parts/parts.tsx'
import { plain } from './parts/safe-text.ts'
import { client } from './service.ts'
import { reasonOf } from './wallet/cip30.ts'
import { isConnecting, type Launch, launch, wallet } from './wallet/wallet.ts'

const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/gif']
const IMAGE_BYTES = 5 * 1024 * 1024

type Text = 'name' | 'ticker' | 'description' | 'website' | 'twitter' | 'telegram' | 'discord'
type Texts = Readonly<Record<Text, string>>

const NONE: Texts = {
  name: '',
  ticker: '',
  description: '',
  website: '',
  twitter: '',
  telegram: '',
  discord: '',
}

const LINKS: readonly (readonly [Text, string])[] = [
  ['website', 'Website'],
  ['twitter', 'X'],
  ['telegram', 'Telegram'],
  ['discord', 'Discord'],
]

/** Resolves when the service lists the token, which it searches after each block. */
const untilListed = (asset: string): Promise<void> =>
  new Promise((resolve) => {
    const query = { pattern: asset, limit: 1 }
    const end = status.subscribe(
      () =>
        void client.GET('/v1/pools-main-page/search', { params: { query } }).then(
          ({ data }) => {
            if (data === undefined || data.count === 0) return
            end()
            resolve()
          },
          () => {},
        ),
    )
  })

const Preview = ({ texts, image }: { texts: Texts; image: string | undefined }) => (
  <section class="panel" aria-label="Preview">
    <h2>Preview</h2>
    <div class="card">
      {image === undefined ? (
        <span class="face blank" />
      ) : (
        <img class="face" src={image} alt="" width="44" height="44" />
      )}
      <div class="card-name">
        <p class="as-h3">
          <bdi>{plain(texts.name, 16) || 'Name'}</bdi>
        </p>
        <p class="muted">
          <bdi class="ticker">{texts.ticker || 'TICKER'}</bdi> · now
        </p>
      </div>
      <div class="card-foot">
        <Progress value={0} label="On its way to graduation" />
        <span class="num muted">0.0%</span>
      </div>
    </div>
    <p class="said muted small">
      <bdi>{plain(texts.description, 500) || 'The description is shown here.'}</bdi>
    </p>
  </section>
)

/** Number of tokens that the first purchase buys on the curve of a type of launch. */
const FirstBuy = ({ ada: text, type }: { ada: string; type: Launch['launchType'] }) => {
  const parameters = useSignal<Parameters | undefined>(undefined)
  useEffect(() => {
    void client.GET('/parameters').then(
      ({ data }) => {
        parameters.value = data
      },
      () => {},
    )
  }, [])
  const deposit = amountOf(text, 6)
  if (parameters.value === undefined || deposit === undefined || deposit === 0n) return null
  const { aNum, bNum, adaThreshold } = type === 'HYPED' ? parameters.value.hyped : parameters.value
  if (deposit > BigInt(adaThreshold))
    return <p class="muted small wide">At most ₳{ada(adaThreshold)}: that completes the curve.</p>
  const bought = buyTokens({ aNum: BigInt(aNum), bNum: BigInt(bNum) }, 0n, deposit)
  const share = Number((bought * 10_000n) / BigInt(parameters.value.tokenEmission)) / 100
  return (
    <p class="muted small wide" role="status">
      Buys <span class="num">{compact(Number(bought))}</span> tokens, {share}% of all. Fees come on top.
    </p>
  )
}

export const LaunchForm = () => {
  const texts = useSignal<Texts>(NONE)
  const image = useSignal<File | undefined>(undefined)
  const preview = useSignal<string | undefined>(undefined)
  const launchType = useSignal<Launch['launchType']>('DEFAULT')
  const assetType = useSignal<Launch['assetType']>('Meme')
  const firstBuy = useSignal('')
  const state = useSignal<'busy' | 'waiting' | undefined>(undefined)
  const problem = useSignal<string | undefined>(undefined)

  useEffect(() => {
    if (image.value === undefined) return
    const url = URL.createObjectURL(image.value)
    preview.value = url
    return () => URL.revokeObjectURL(url)
  }, [image.value])

  const set = (text: Text, value: string) => {
    texts.value = { ...texts.value, [text]: value }
  }
  const choose = (file: File | undefined) => {
    const isRight = file !== undefined && IMAGE_TYPES.includes(file.type) && file.size <= IMAGE_BYTES
    problem.value = isRight ? undefined : 'The image must be a PNG, JPEG or GIF of at most 5 MB.'
    image.value = isRight ? file : undefined
    if (!isRight) preview.value = undefined
  }
  const send = async () => {
    const deposit = firstBuy.value.trim() === '' ? 0n : amountOf(firstBuy.value, 6)
    if (deposit === undefined) problem.value = 'The first purchase must be an amount of ADA.'
    else if (image.value === undefined) problem.value = 'Choose an image.'
    else if (wallet.value === undefined) isConnecting.value = true
    else {
      state.value = 'busy'
      problem.value = undefined
      try {
        const details = {
          ...texts.value,
          launchType: launchType.value,
          assetType: assetType.value,
          initialDeposit: `${deposit}`,
        }
        const asset = await launch(details, image.value)
        state.value = 'waiting'
        await untilListed(asset)
        // A person who has opened another view meanwhile stays there.
        if (location.hash === '#/launch') location.hash = `#/token/${asset}`
      } catch (error) {
        problem.value = reasonOf(error)
      } finally {
        state.value = undefined
      }
    }
  }
  return (
    <main class="launch" tabIndex={-1}>
      <h1>Launch a token</h1>
      <div class="token-grid">
        <form
          class="panel form"
          onSubmit={(event) => {
            event.preventDefault()
            void send()
          }}
        >
          <label>
            Name
            <input
              required
              maxLength={16}
              value={texts.value.name}
              onInput={({ currentTarget }) => set('name', currentTarget.value)}
            />
          </label>
          <label>
            Ticker
            <input
              required
              maxLength={6}
              pattern="[A-Za-z0-9]+"
              title="Letters and digits"
              value={texts.value.ticker}
              onInput={({ currentTarget }) => set('ticker', currentTarget.value)}
            />
          </label>
          <label class="wide">
            Description
            <textarea
              required
              rows={3}
              maxLength={500}
              value={texts.value.description}
              onInput={({ currentTarget }) => set('description', currentTarget.value)}
            />
          </label>
          <label class="wide">
            Image, PNG, JPEG or GIF
            <input
              type="file"
              accept={IMAGE_TYPES.join()}
              onChange={({ currentTarget }) => choose(currentTarget.files?.[0])}
            />
          </label>
          {LINKS.map(([text, label]) => (
            <label key={text}>
              {label}
              <input
                type="url"
                maxLength={200}
                placeholder="https://"
                value={texts.value[text]}
                onInput={({ currentTarget }) => set(text, currentTarget.value)}
              />
            </label>
          ))}
          <label>
            First purchase, ADA
            <input
              inputMode="decimal"
              autoComplete="off"
              placeholder="0"
              maxLength={20}
              value={firstBuy.value}
              onInput={({ currentTarget }) => {
                firstBuy.value = currentTarget.value
              }}
            />
          </label>
          <FirstBuy ada={firstBuy.value} type={launchType.value} />
          <Choices
            class="seg"
            label="Launch"
            choices={[
              ['DEFAULT', 'Default'],
              ['HYPED', 'Hyped: orders are capped at first'],
            ]}
            chosen={launchType}
          />
          {problem.value !== undefined && (
            <p class="outcome failed wide" role="alert">
              {problem.value}
            </p>
          )}
          <button type="submit" class="go buy wide" disabled={state.value !== undefined}>
            {state.value !== undefined
              ? { busy: 'Building and signing…', waiting: 'Sent: waiting for a block…' }[state.value]
              : wallet.value === undefined
                ? 'Connect to launch'
                : 'Launch'}
          </button>
        </form>
        <Preview texts={texts.value} image={preview.value} />
      </div>
    </main>
  )
}
