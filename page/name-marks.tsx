// Warnings about a token's name. They are shown wherever a token can be traded.
import { useEffect } from 'preact/hooks'
import { linkTo } from './parts/link.ts'
import { askedNow } from './parts/newest.ts'
import { Ada } from './parts/parts.tsx'
import { type Pool, poolOf, putPool } from './pools.ts'
import { client, dataOf } from './service.ts'

const WORDS = { mixedScripts: 'Mixed alphabets', invisibleCharacters: 'Invisible characters' } as const

/** Each token's market cap is requested once. */
const asked = new Set<string>()

const fetchOnce = async (asset: string): Promise<void> => {
  if (asked.has(asset) || poolOf(asset).peek() !== undefined) return
  asked.add(asset)
  const at = askedNow()
  const response = await client.GET('/v1/pools-feed/initial/state', { params: { query: { asset } } })
  putPool(dataOf(response), at)
}

/** @param props.isLink false for a mark inside another link */
export const NameMarks = ({ of: { info }, isLink = true }: { of: Pool; isLink?: boolean }) => {
  const { asset = '', name, ticker } = info.olderAlike ?? {}
  const older = poolOf(asset).value
  // The mark is useful without the market cap, so a failure is not shown.
  useEffect(() => void (asset && fetchOnce(asset).catch(() => asked.delete(asset))), [asset])
  const Mark = isLink ? 'a' : 'span'
  return (
    <>
      {asset && (
        <Mark class="chip warn" {...(isLink && { href: linkTo(`/token/${asset}`) })}>
          Name like <bdi>{ticker || name}</bdi>, older
          {older && (
            <>
              , <Ada lovelace={older.metrics.marketCap} />
            </>
          )}
        </Mark>
      )}
      {info.marks.map((mark) => (
        <span key={mark} class="chip warn">
          {WORDS[mark]}
        </span>
      ))}
    </>
  )
}

export const KindMarks = ({ of: { info, pool } }: { of: Pool }) => (
  <>
    {pool.launchType === 'fair' && <span class="chip hype">Hyped</span>}
    {info.assetType === 'AI' && <span class="chip">AI</span>}
  </>
)
