// Draws names, pictures and texts for a creator's token at random.

import { createHash } from 'node:crypto'
import { base32nopad } from '@scure/base'
import type { LaunchRequest } from '../../api/builder/recipes/launch.ts'
import type { LaunchSocials } from '../../schema/launchpad/datums/launch-metadata.ts'
import type { Random } from './random.ts'

const MOODS = [
  'Brave',
  'Calm',
  'Clever',
  'Cosmic',
  'Dizzy',
  'Eager',
  'Fuzzy',
  'Gentle',
  'Golden',
  'Happy',
  'Humble',
  'Jolly',
  'Lazy',
  'Lucky',
  'Mighty',
  'Noble',
  'Odd',
  'Proud',
  'Quiet',
  'Rapid',
  'Silent',
  'Sleepy',
  'Tiny',
  'Witty',
] as const
const ANIMALS = [
  'Alpaca',
  'Badger',
  'Beaver',
  'Camel',
  'Capybara',
  'Crane',
  'Dolphin',
  'Falcon',
  'Ferret',
  'Gecko',
  'Heron',
  'Ibis',
  'Jackal',
  'Koala',
  'Lemur',
  'Lynx',
  'Marmot',
  'Newt',
  'Otter',
  'Panda',
  'Quokka',
  'Raven',
  'Stoat',
  'Toad',
  'Walrus',
  'Yak',
] as const
const PLACES = [
  'the harbour',
  'the mountains',
  'a small island',
  'the old town',
  'the far north',
  'the river',
] as const

/** CIDv1, raw bytes, sha2-256. */
const CID_PREFIX = Buffer.from('01551220', 'hex')

/** Content id of a picture that does not exist. */
const contentId = (text: string): string => {
  const digest = createHash('sha256').update(text).digest()
  return `b${base32nopad.encode(Buffer.concat([CID_PREFIX, digest])).toLowerCase()}`
}

const links = (random: Random, ticker: string): LaunchSocials => {
  const handle = ticker.toLowerCase()
  return {
    twitter: random.chance(0.6) ? `https://x.example/${handle}` : '',
    discord: random.chance(0.2) ? `https://discord.example/${handle}` : '',
    telegram: random.chance(0.4) ? `https://t.example/${handle}` : '',
    website: random.chance(0.3) ? `https://${handle}.example` : '',
  }
}

export const tokenIdea = (
  random: Random,
): Pick<LaunchRequest, 'name' | 'ticker' | 'logoCid' | 'description' | 'socials'> => {
  const mood = random.pick(MOODS) ?? MOODS[0]
  const animal = random.pick(ANIMALS) ?? ANIMALS[0]
  const place = random.pick(PLACES) ?? PLACES[0]
  const ticker = `${mood[0]}${animal}`.toUpperCase()
  return {
    name: `${mood} ${animal}`,
    ticker,
    logoCid: contentId(`${mood} ${animal}`),
    description: `The ${mood.toLowerCase()} ${animal.toLowerCase()} of ${place}.`,
    socials: links(random, ticker),
  }
}
