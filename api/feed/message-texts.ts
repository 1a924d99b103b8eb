// Descriptions of the feed's messages, for the AsyncAPI document.
import type { Topic } from '../../schema/responses/feed.ts'

const LIST = 'Its frames are pools that entered the list or changed in it'

const OF_TOPIC: Readonly<Record<Topic, string>> = {
  Latest: `${LIST}: tokens on a curve, the one that changed last first.`,
  New: `${LIST}: tokens on a curve, the newest launch first.`,
  MCapDesc: `${LIST}: tokens on a curve, the highest market cap first.`,
  CompletedCreateOn: `${LIST}: graduated tokens, the newest launch first.`,
  CompletedMCap: `${LIST}: graduated tokens, the highest market cap first.`,
  KOTH: 'Its frames are the king of the hill, the pool on a curve with the highest market cap.',
  PoolFeed: 'Its frames are the pool of one token, after each change.',
  LiveOrdersFeed: 'Its frames are orders of one token, of all owners or of some payment keys.',
  UserHistoryByAddress: 'Its frames are the orders of a wallet in all tokens.',
  UserHistoryByAddressAndAsset: 'Its frames are the orders of a wallet in one token.',
  Progress: `${LIST}: tokens on a curve, the largest collected share of the cap first.`,
  LastBar: 'Its frames are bars of a pair that began or changed.',
  MCapBar: 'Its frames are market-cap bars of a pair that began or changed.',
  Status: 'Its frames are the tips of node, log and models, after each block.',
  LatestOrders: 'Its frames are orders of all listed tokens, once they are in a block.',
}

const BEFORE = 'Wait for the response SubscriptionSucceeded, then fetch the state over HTTP.'

const OF_MESSAGE: Readonly<Record<string, string>> = {
  unsubscribe: 'Ends the subscription with this request id. No frame of it follows the response.',
  connect: 'Optional first message; the response has the time of the server.',
  ping: 'Asks for a Pong, to see whether the connection works.',
  pong: 'The response to a Ping of the server.',
}

const OF_EVENT: Readonly<Record<string, string>> = {
  MainPage: 'A pool of a subscribed list, complete as it is now.',
  KOTH: 'The king of the hill; without `data` when there is no king any more.',
  PoolsFeed: 'The pool of the subscribed token, complete as it is now.',
  LiveOrdersFeed: 'An order of the subscribed token, complete as it is now.',
  UserHistoryByAddress: 'An order of the subscribed wallet, complete as it is now.',
  UserHistoryByAddressAndAsset: 'An order of the subscribed wallet in the token, complete as it is now.',
  LastBarUpdate: 'A bar that began or changed; `isRelevant` is false for a bar that has ended.',
  MCapBarUpdate: 'A market-cap bar that began or changed; `isRelevant` is false for a bar that has ended.',
  Status: 'The tips of node, log and models.',
  LatestOrders: 'An order of any listed token, complete as it is now.',
  PoolRemoved: 'A pool whose launch was rolled back; in lists, also a pool that no longer trades. Remove it.',
  OrderRemoved: 'An order that is in no block and not in the mempool any more. Remove it.',
  BarRemoved: 'Bars from a time on were rolled back. Remove them; frames with the remaining bars follow.',
  ConnectionSucceeded: 'The response to `connect`, with the time of the server.',
  Pong: 'The response to `ping`, with the time of the server.',
  SubscriptionSucceeded: 'The subscription exists: every later change is sent. Now fetch the state.',
  UnsubscriptionSucceeded: 'The subscription has ended.',
  Ping: 'Asks whether the client is there. Respond with `pong`.',
  Error: 'The message with this request id was refused; `cause` is the reason for programs.',
}

/** @param name `subscribe` with the topic, or the type */
export const messageText = (name: string): string => {
  const topic = Object.entries(OF_TOPIC).find(([each]) => name === `subscribe${each}`)
  const text = topic === undefined ? OF_MESSAGE[name] : `${topic[1]} ${BEFORE}`
  if (text === undefined) throw new TypeError(`the message ${name} has no description`)
  return text
}

export const frameText = (event: string): string => {
  const text = OF_EVENT[event]
  if (text === undefined) throw new TypeError(`the frame ${event} has no description`)
  return text
}
