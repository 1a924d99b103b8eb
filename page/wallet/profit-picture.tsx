// A picture to share of the person's profit with a token. It is the token's picture with the profit in place of the figures. The browser
// draws it, so no URL can claim a profit.
import { useSignal } from '@preact/signals'
import { Button } from '../parts/controls.tsx'
import { ada, percent } from '../parts/format.ts'
import type { Pool } from '../pools.ts'
import { BASE } from '../service.ts'

interface Gain {
  readonly pool: Pool
  /** Lovelace; negative for a loss. */
  readonly profit: bigint
  readonly cost: bigint
}

const INK = { ground: '#0a0c10', muted: '#8b94a3', up: '#3ddc97', down: '#ff8a94' }

/** Time in ms in which a browser has read a downloaded file, even on a busy machine. */
const DOWNLOAD_MS = 40_000

const draw = async ({ pool, profit, cost }: Gain): Promise<Blob | null> => {
  const image = new Image()
  image.src = `${BASE}/token/${pool.info.asset}/picture`
  await image.decode()
  const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height })
  const context = canvas.getContext('2d')
  if (context === null) return null
  const write = (text: string, y: number, size: number, color: string): void => {
    context.font = `650 ${size}px "Inter Variable", sans-serif`
    context.fillStyle = color
    context.fillText(text, 80, y)
  }
  context.drawImage(image, 0, 0)
  context.fillStyle = INK.ground
  // Covers the band that shows the token's figures.
  context.fillRect(0, 330, image.width, 180)
  write('Net profit', 384, 30, INK.muted)
  const sign = profit < 0n ? '−' : '+'
  const share = cost > 0n ? ` (${sign}${percent(Math.abs(Number(profit) / Number(cost)))})` : ''
  write(`${sign}₳${ada(Math.abs(Number(profit)))}${share}`, 478, 92, profit < 0n ? INK.down : INK.up)
  return new Promise((done) => canvas.toBlob(done, 'image/png'))
}

export const ProfitPicture = (gain: Gain) => {
  const hasFailed = useSignal(false)
  const share = async (): Promise<void> => {
    const picture = await draw(gain).catch(() => null)
    hasFailed.value = picture === null
    if (picture === null) return
    const file = new File([picture], `${gain.pool.info.ticker}.png`, { type: picture.type })
    if (navigator.canShare?.({ files: [file] })) return navigator.share({ files: [file] }).catch(() => {})
    const href = URL.createObjectURL(file)
    Object.assign(document.createElement('a'), { href, download: file.name }).click()
    setTimeout(() => URL.revokeObjectURL(href), DOWNLOAD_MS)
  }
  return (
    <Button class="chip" onClick={() => void share()}>
      {hasFailed.value ? 'No picture now' : 'Share as a picture'}
    </Button>
  )
}
