// Fields of a launch request that describe the token. Texts are trimmed. They are stored on the chain and shown to every user. So a text is
// refused if it has control characters, malformed characters or overrides of text direction. A name or a description needs a visible
// character, and a name must not contain an invisible character.
import { Type } from '@sinclair/typebox'
import { hiddenCharacter } from '../../../schema/codecs/hidden-characters.ts'
import { turnsText, visibleText } from '../../../schema/codecs/visible-text.ts'
import { ASSET_TYPES } from '../../../schema/launchpad/datums/launch-metadata.ts'
import { OneOf } from '../../../schema/one-of.ts'
import { Unfit } from '../../http/check/problem.ts'
import { BigintStringOrZero } from '../../http/route/fields.ts'
import { ChangeAddress, Collaterals, Utxos } from './request-fields.ts'

const NAME_CHARACTERS = 16
/** Bytes on the chain. */
const NAME_BYTES = 32
const DESCRIPTION_CHARACTERS = 500
const LINK_CHARACTERS = 200

/** Unicode code points, as people count characters. */
const length = (text: string): number => [...text].length

/** Decoders put the replacement character in place of malformed UTF-8. */
const BROKEN = /[\p{Cc}\ufffd]/u

const isClean = (text: string): boolean => text.isWellFormed() && !BROKEN.test(text) && !turnsText(text)

const isVisible = (text: string): boolean => visibleText(text) !== ''

const PLAIN = 'without control characters and characters that change the direction of text'

/**
 * @param isValid checks the trimmed text
 * @param refuse returns why a valid text is still refused and what the sender must do; undefined to accept it
 */
const text = (
  isValid: (text: string) => boolean,
  mustBe: string,
  description: string,
  example: string,
  refuse: (text: string) => string | undefined = () => undefined,
) =>
  Type.Transform(Type.String({ mustBe, description, examples: [example] }))
    .Decode((given) => {
      const trimmed = given.trim()
      if (!isValid(trimmed)) throw new RangeError(mustBe)
      const refusal = refuse(trimmed)
      if (refusal !== undefined) throw new Unfit(refusal)
      return trimmed
    })
    .Encode((value) => value)

const isName = (name: string): boolean =>
  isVisible(name) && length(name) <= NAME_CHARACTERS && Buffer.byteLength(name) <= NAME_BYTES && isClean(name)

/** Hidden characters could make two different names look the same. */
const refuseHidden = (name: string): string | undefined => {
  const hidden = hiddenCharacter(name)
  return hidden && `without invisible characters that have no meaning where they stand: remove ${hidden}`
}

const isDescription = (description: string): boolean =>
  isVisible(description) &&
  length(description) <= DESCRIPTION_CHARACTERS &&
  isClean(description.replace(/[\n\r\t]/g, ''))

const isLink = (link: string): boolean => {
  if (link === '') return true
  if (length(link) > LINK_CHARACTERS || !isClean(link) || /\s/.test(link)) return false
  return /^https?:\/\//i.test(link) && URL.canParse(link)
}

const link = (of: string, example: string) =>
  Type.Optional(
    text(
      isLink,
      `an http or https URL of at most ${LINK_CHARACTERS} characters`,
      `URL of ${of}; an empty text for none.`,
      example,
    ),
  )

export const LaunchInfo = Type.Object(
  {
    assetType: OneOf(ASSET_TYPES, { description: 'Kind of the token.', examples: ['Meme'] }),
    name: text(
      isName,
      `a visible text of 1 to ${NAME_CHARACTERS} characters and at most ${NAME_BYTES} bytes, ${PLAIN}`,
      `Name of the token, and of its asset on the chain: at most ${NAME_CHARACTERS} characters, ${NAME_BYTES} bytes of UTF-8. Invisible characters are refused, except those of emoji and the joiners of scripts that have them.`,
      'Lucky Newt',
      refuseHidden,
    ),
    ticker: text(
      (ticker) => /^[A-Za-z0-9]{1,6}$/.test(ticker),
      '1 to 6 letters or digits',
      'At most 6 letters or digits.',
      'LNEWT',
    ),
    description: text(
      isDescription,
      `a visible text of 1 to ${DESCRIPTION_CHARACTERS} characters, ${PLAIN}`,
      `At most ${DESCRIPTION_CHARACTERS} characters.`,
      'The lucky newt of the river.',
    ),
    twitter: link('a page on X', 'https://x.com/luckynewt'),
    discord: link('an invite to a Discord server', 'https://discord.gg/newt'),
    telegram: link('a Telegram group', 'https://t.me/luckynewt'),
    website: link('a website', 'https://newt.example'),
    launchType: OneOf(['DEFAULT', 'HYPED'], {
      default: 'DEFAULT',
      description:
        'HYPED: a launch with another curve, which limits the size of orders in the first minutes.',
      examples: ['DEFAULT'],
    }),
    initialDeposit: Type.Optional({
      ...BigintStringOrZero,
      description:
        'Initial purchase of the creator in lovelace, excluding fees. Omit it or send 0 for none; otherwise at least `minTradeAda`, and at most the amount that completes the curve.',
      examples: ['132500000'],
    }),
    changeAddress: {
      ...ChangeAddress,
      description: 'Bech32 address of the creator, who pays, and receives tokens and change.',
    },
    utxos: Utxos,
    collaterals: Collaterals,
  },
  { description: 'The launch, JSON.' },
)
