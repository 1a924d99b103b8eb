// Why some answers without a body (304, HEAD, preflights) end their connection. uWebSockets.js does not report whether a client reads such
// an answer, so nothing else bounds how many of them one connection leaves unread in the memory of this process. A draw per answer
// needs no state per connection, and a client cannot predict it; one that reads pays with a new connection for 64 answers.

/** Share of the answers without a body that end their connection. */
const SHARE = 1 / 64

/** @param random gives numbers from 0 to below 1 */
export const closesByChance = (random: () => number): boolean => random() < SHARE
