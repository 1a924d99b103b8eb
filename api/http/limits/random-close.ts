// Closes the connection after some answers without a body (304, HEAD, preflights), chosen at random. uWebSockets.js
// does not report whether a client reads such an answer, so otherwise a connection could leave any number of them
// unread in the memory of this process. A random choice needs no state per connection, and a client cannot predict it.
// An honest client reconnects once in 64 such answers.

/** Share of the answers without a body after which the connection is closed. */
const SHARE = 1 / 64

/** @param random returns numbers from 0 to below 1 */
export const closesByChance = (random: () => number): boolean => random() < SHARE
