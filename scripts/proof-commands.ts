// Commands that test with random input and random faults: attacks, simulations, planted faults.
import { defineCommand } from './cli/command.ts'
import { count, MOST_MINUTES, SEED, TEST_WORDS } from './cli/flag-kinds.ts'
import { load } from './cli/load.ts'

export const proofCommands = [
  defineCommand({
    name: 'fuzz-http',
    does: 'Attacks the service with hostile HTTP clients; prints a seed that repeats the run',
    flags: {
      seed: { ...SEED, most: 2 ** 31 - 1 },
      minutes: count(MOST_MINUTES, 'Minutes of the run', 1),
      rounds: count(2 ** 31 - 1, 'Number of rounds, instead of --minutes'),
      path: {
        kind: 'text',
        pattern: /^\d+(:\d+)*$/,
        mustBe: 'the path that a failure printed',
        does: 'Repeats one failure',
      },
      traders: {
        kind: 'switch',
        does: 'Makes all attacks at once, together with honest traders on a live devnet; ignores the seed',
      },
    },
    run: async ({ number, text, has }) => {
      const { fuzzHttp, siege } = await load<typeof import('./commands/fuzz-http.ts')>('fuzz-http')
      if (has('traders')) return siege(number('minutes') ?? 1)
      return fuzzHttp({
        seed: number('seed'),
        minutes: number('minutes'),
        rounds: number('rounds'),
        path: text('path'),
      })
    },
  }),
  defineCommand({
    name: 'soak',
    does: 'Runs a service under 200 feeds, 20 reads a second and traders, with forks, changes of the clock and a two-minute stop',
    flags: {
      seed: { ...SEED, most: 2 ** 32 - 1 },
      minutes: count(MOST_MINUTES, 'Minutes of the run', 60),
      pages: {
        kind: 'switch',
        does: 'Also keeps the page open in three tabs of Chromium, and measures them',
      },
    },
    run: async ({ number, has }) =>
      (await load<typeof import('./commands/soak.ts')>('soak')).soak({
        seed: number('seed'),
        minutes: number('minutes') ?? 60,
        hasPages: has('pages'),
      }),
  }),
  defineCommand({
    name: 'simulate',
    does: 'Runs hostile blocks through the indexer while the node, the disk and the process fail, in episodes of a few seconds',
    flags: {
      seed: { ...SEED, most: 2 ** 32 - 1 },
      episodes: count(9_999_999, 'Number of episodes, each with its own seed', 'a thousand'),
      blocks: count(99_999, 'Number of blocks in an episode', 'about fifty'),
      postgres: {
        kind: 'switch',
        does: 'Runs episodes with a copy in PostgreSQL, two indexers that write it and two replicas',
      },
      nats: { kind: 'switch', does: 'Runs episodes with two indexers and two replicas of a stream of NATS' },
      mutants: {
        kind: 'switch',
        does: 'Plants faults into copies of the source; the simulation must find each within 200 episodes',
      },
    },
    run: async ({ number, has }) => {
      const { simulate, simulateMutants } = await load<typeof import('./commands/simulate.ts')>('simulate')
      const by = (['postgres', 'nats'] as const).find(has)
      if (has('mutants')) return simulateMutants(by)
      return simulate({
        seed: number('seed'),
        episodes: number('episodes') ?? 1_000,
        blocks: number('blocks'),
        by,
      })
    },
  }),
  defineCommand({
    name: 'mutate',
    does: 'Plants random faults into copies of the code, one at a time, and prints what finds each: types, the nearest tests, wider tests, or nothing',
    words: { ...TEST_WORDS, does: 'Part of the path of a product file; default: all' },
    flags: {
      seed: { ...SEED, most: 2 ** 32 - 1 },
      mutants: count(99_999, 'Number of faults', 200),
      results: {
        kind: 'text',
        pattern: /./,
        mustBe: 'the path of a file',
        otherwise: 'mutants.ndjson',
        does: 'File of the results; a run continues from it',
      },
    },
    run: async ({ words, number, text }) =>
      (await load<typeof import('./commands/mutate.ts')>('mutate')).mutate({
        words,
        seed: number('seed') ?? Math.floor(Math.random() * 2 ** 32),
        mutants: number('mutants') ?? 200,
        results: text('results') ?? 'mutants.ndjson',
      }),
  }),
  defineCommand({
    name: 'fuzz-builder',
    does: 'Sends honest, hostile and very large requests to the transaction builder until a check fails or SIGINT; prints a seed for each 5,000 requests',
    flags: {
      seed: { ...SEED, most: 2 ** 32 - 1 },
      requests: count(9_999_999_999, 'Number of requests', 'no end'),
      minutes: count(MOST_MINUTES, 'Minutes of the run, instead of --requests', 'no end'),
    },
    run: async ({ number }) =>
      (await load<typeof import('./commands/fuzz-builder.ts')>('fuzz-builder')).fuzzBuilder({
        seed: number('seed'),
        steps: number('requests'),
        minutes: number('minutes'),
      }),
  }),
]
