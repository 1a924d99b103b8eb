// The form that launches a token, with a preview. The service checks all fields again; the checks here report errors before anything is
// sent.
import './parts/form.css'
import './launch.css'
import { type Signal, useSignal } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import type { Parameters } from '../schema/config/parameters.ts'
import { buyTokens, collectedLovelace, SEED } from '../schema/launchpad/curve.ts'
import { basisPointsOf } from '../schema/launchpad/fees.ts'
import { launchFee } from '../schema/launchpad/launch.ts'
import type { Tier } from '../schema/launchpad/tier.ts'
import { plain } from '../schema/responses/safe-text.ts'
import { isCurrent, status } from './chain.ts'
import { keepFetching } from './fetching.ts'
import { Main, path, show } from './navigation.tsx'
import { amountOf, amountProblem } from './parts/amount.ts'
import { AmountField } from './parts/amount-field.tsx'
import { Choices, Select, setting, settingText } from './parts/controls.tsx'
import { Pairs, Panel, Problem } from './parts/details/panel.tsx'
import { ExactAda } from './parts/details/price.tsx'
import { draft, keepFile, keptFile } from './parts/draft.ts'
import { exact } from './parts/format.ts'
import { Icon } from './parts/icons.tsx'
import { Progress } from './parts/parts.tsx'
import { useParameters } from './token/quote.tsx'
import { SendingLine } from './wallet/sending-line.tsx'
import { isListed, type Launch, launch, sendings } from './wallet/transactions.ts'
import { isConnecting, wallet } from './wallet/wallet.ts'

const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/gif']
const IMAGE_BYTES = 5 * 1024 * 1024

const FORM = 'launch'
const LINKS = [
  ['website', 'Website'],
  ['twitter', 'X'],
  ['telegram', 'Telegram'],
  ['discord', 'Discord'],
] as const
const TEXTS = ['name', 'ticker', 'description', ...LINKS.map(([text]) => text)] as const
type Text = (typeof TEXTS)[number]

const draftOf = (text: Text): Signal<string> => draft(`${FORM} ${text}`)
const firstBuy = draft(`${FORM} first purchase`)

const textsNow = () => ({
  name: draftOf('name').value,
  ticker: draftOf('ticker').value,
  description: draftOf('description').value,
  website: draftOf('website').value,
  twitter: draftOf('twitter').value,
  telegram: draftOf('telegram').value,
  discord: draftOf('discord').value,
})

const clearForm = (): void => {
  for (const field of [...TEXTS.map(draftOf), firstBuy]) field.value = ''
  keepFile(FORM, undefined)
}

const Preview = ({ image }: { image: string | undefined }) => (
  <Panel title="Preview">
    <div class="card">
      <Picture url={image} size={36} />
      <div class="name">
        <p class="cut">
          <bdi>{plain(draftOf('name').value, 16) || 'Name'}</bdi>
        </p>
        <p class="muted small cut">
          <bdi class="ticker">{draftOf('ticker').value || 'TICKER'}</bdi> · now
        </p>
      </div>
      <div class="foot row small">
        <Progress value={0} label="On its way to graduation" />
        <span class="num muted">0.0%</span>
      </div>
    </div>
    <p class="said muted small">
      <bdi>{plain(draftOf('description').value, 500) || 'The description is shown here.'}</bdi>
    </p>
  </Panel>
)

const Picture = ({ url, size }: { url: string | undefined; size: number }) =>
  url === undefined ? (
    <span class="face blank">
      <Icon name="image" size={18} />
    </span>
  ) : (
    <img class="face" src={url} alt="" width={size} height={size} />
  )

const tierOf = (type: Launch['launchType'], parameters: Parameters): Tier => {
  const { aNum, bNum, adaThreshold } = (type === 'HYPED' ? parameters.hyped : undefined) ?? parameters
  return { aNum: BigInt(aNum), bNum: BigInt(bNum), adaCap: BigInt(adaThreshold) + SEED }
}

const boughtWords = (deposit: bigint, tier: Tier, emission: bigint): string => {
  const most = collectedLovelace(tier.adaCap)
  if (deposit > most) return `At most ₳${exact(most, 6)}: that completes the curve`
  const tokens = buyTokens(tier, 0n, deposit)
  return `${exact(tokens, 0)} tokens, ${Number((tokens * 10_000n) / emission) / 100}% of all`
}

/** Lovelace that the launch's transaction pays. */
const feeOf = (deposit: bigint, { launchFees, percentFee }: Parameters): bigint =>
  launchFee(deposit, {
    launchFee: BigInt(launchFees.launchFee),
    minDepositFee: BigInt(launchFees.minDepositFee),
    basisPoints: basisPointsOf(percentFee),
  })

const Cost = (props: { deposit: bigint | undefined; type: Launch['launchType']; parameters: Parameters }) => {
  const { deposit, type, parameters } = props
  const tier = tierOf(type, parameters)
  return (
    <Panel title="Cost">
      <Pairs
        of={{
          'First purchase': deposit === 0n ? 'none' : <ExactAda lovelace={deposit} />,
          'It buys': deposit !== undefined && deposit > 0n && (
            <output>{boughtWords(deposit, tier, BigInt(parameters.tokenEmission))}</output>
          ),
          'Fee of the launch': (
            <ExactAda lovelace={deposit === undefined ? undefined : feeOf(deposit, parameters)} />
          ),
          'Stays in the pool': <ExactAda lovelace={SEED} />,
          'Graduates at': <ExactAda lovelace={collectedLovelace(tier.adaCap)} />,
        }}
      />
      <p class="muted small said">Before it signs, the wallet shows the total amount with the network fee.</p>
    </Panel>
  )
}

const fieldOf = (text: Text, maxLength: number) => ({
  maxLength,
  value: draftOf(text).value,
  onInput: settingText(draftOf(text)),
})

const Counted = ({ of, name, most }: { of: Text; name: string; most: number }) => (
  <span>
    {name}
    {draftOf(of).value !== '' && (
      <span class="num" aria-hidden="true">
        {draftOf(of).value.length}/{most}
      </span>
    )}
  </span>
)

const kind = (title: string, about: string) => (
  <>
    <b>{title}</b>
    {about}
  </>
)
const KINDS = [
  ['DEFAULT', kind('Default', 'Anybody may buy any amount from the first block.')],
  ['HYPED', kind('Hyped', 'In the first minutes the size of each purchase is limited, against snipers.')],
] as const

const CATEGORIES = [
  ['Meme', 'Meme'],
  ['AI', 'AI'],
] as const

/** The browser keeps the image when the page is reloaded. */
const useImage = (problem: Signal<string | undefined>) => {
  const image = useSignal<File | undefined>(undefined)
  useEffect(() => {
    void keptFile(FORM).then((file) => {
      image.value ??= file
    })
  }, [])
  const url = useMemo(() => image.value && URL.createObjectURL(image.value), [image.value])
  useEffect(() => () => url && URL.revokeObjectURL(url), [url])
  const choose = (file: File | undefined) => {
    const isRight = file !== undefined && IMAGE_TYPES.includes(file.type) && file.size <= IMAGE_BYTES
    problem.value = isRight ? undefined : 'The image must be a PNG, JPEG or GIF of at most 5 MB.'
    image.value = isRight ? file : undefined
    keepFile(FORM, image.value)
  }
  return { image: image.value, url, choose }
}

const ImageField = ({ image, url, choose }: ReturnType<typeof useImage>) => {
  const isOver = useSignal(false)
  return (
    <label class={isOver.value ? 'wide row drop over' : 'wide row drop'}>
      <Picture url={url} size={72} />
      <span>
        <b>{image === undefined ? 'Image' : plain(image.name, 40)}</b>
        Drop it here or choose a file: PNG, JPEG or GIF of at most 5 MB, shown as a square.
      </span>
      <input
        class="cover"
        type="file"
        accept={IMAGE_TYPES.join()}
        onDragEnter={setting(isOver, true)}
        onDragLeave={setting(isOver, false)}
        onDrop={setting(isOver, false)}
        onChange={({ currentTarget }) => choose(currentTarget.files?.[0])}
      />
    </label>
  )
}

/** The page asks after each block whether the service lists the token, and then shows the token. */
const useLaunch = (subject: string) => {
  const sending = sendings.of('launch', subject)
  const sent = sending && 'sent' in sending && sending.state !== 'expired' ? sending.sent : undefined
  useEffect(() => {
    if (sent === undefined) return
    const end = keepFetching('the launched token', {
      load: () => isListed(sent.id),
      apply: (isThere) => {
        if (!isThere) return
        end()
        sendings.include(sent)
        sendings.clear('launch', subject)
        clearForm()
        // A person who has opened another view stays there.
        if (path.peek() === '/launch') show(`/token/${sent.id}`)
      },
      when: () => status.value,
    })
    return end
  }, [sent?.id])
  return sending
}

export const LaunchForm = () => {
  const parameters = useParameters()
  // HYPED launches are unavailable while their curve is unknown.
  const kinds = parameters?.hyped === undefined ? KINDS.slice(0, 1) : KINDS
  const launchType = useSignal<Launch['launchType']>('DEFAULT')
  const assetType = useSignal<Launch['assetType']>('Meme')
  const problem = useSignal<string | undefined>(undefined)
  const chosen = useImage(problem)
  const subject = wallet.value?.address ?? ''
  const sending = useLaunch(subject)
  const isBusy = sendings.isBusy('launch', subject)
  const deposit = firstBuy.value.trim() === '' ? 0n : amountOf(firstBuy.value, 6)
  const send = async (event: Event) => {
    event.preventDefault()
    if (isBusy) return
    problem.value = undefined
    if (deposit === undefined) problem.value = amountProblem(firstBuy.value, 6)
    else if (chosen.image === undefined) problem.value = 'Choose an image.'
    else if (wallet.value === undefined) isConnecting.value = true
    else if (!isCurrent.value || parameters === undefined)
      problem.value = 'The page does not have the current state of the chain, so nothing can be sent.'
    else {
      const kinds = { launchType: launchType.value, assetType: assetType.value }
      const details = { ...textsNow(), ...kinds, initialDeposit: `${deposit}` }
      const tier = tierOf(launchType.value, parameters)
      const [fee, tokens] = [feeOf(deposit, parameters), buyTokens(tier, 0n, deposit)]
      await launch(details, chosen.image, { pool: deposit + SEED, fee, tokens, tier })
    }
  }
  return (
    <Main class="launch">
      <h1>Launch a token</h1>
      <div class="token-grid">
        <form class="panel form" onSubmit={send}>
          <ImageField {...chosen} />
          <label>
            <Counted of="name" name="Name" most={16} />
            <input required {...fieldOf('name', 16)} />
          </label>
          <label>
            <Counted of="ticker" name="Ticker" most={6} />
            <input required pattern="[A-Za-z0-9]+" title="Letters and digits" {...fieldOf('ticker', 6)} />
          </label>
          <label class="wide">
            <Counted of="description" name="Description" most={500} />
            <textarea required rows={3} {...fieldOf('description', 500)} />
          </label>
          <Choices class="wide kinds" label="Kind of launch" choices={kinds} chosen={launchType} />
          <AmountField
            label="First purchase, ADA (optional)"
            text={firstBuy}
            placeholder="0"
            maxLength={20}
          />
          <Select label="Category" choices={CATEGORIES} chosen={assetType} isShown />
          {LINKS.map(([text, label]) => (
            <label key={text}>
              <span>{label} (optional)</span>
              <input type="url" placeholder="https://" {...fieldOf(text, 200)} />
            </label>
          ))}
          <Problem words={problem.value} class="wide" />
          <button type="submit" class="go wide" aria-disabled={isBusy}>
            {wallet.value === undefined ? 'Connect to launch' : 'Launch'}
          </button>
          <div class="wide">
            <SendingLine of={sending} />
          </div>
        </form>
        <div class="rail column">
          <Preview image={chosen.url} />
          {parameters && <Cost deposit={deposit} type={launchType.value} parameters={parameters} />}
        </div>
      </div>
    </Main>
  )
}
