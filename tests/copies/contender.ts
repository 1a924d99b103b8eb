// A process that competes for the lead of a copy, in a NATS stream or in PostgreSQL. It writes while it leads, and prints what it does.
import { setTimeout as sleep } from 'node:timers/promises'
import { NatsFiles } from '../../projections/copies/files/nats/nats-files.ts'
import { advisoryLead } from '../../projections/copies/postgres/mirror/advisory-lead.ts'
import { abandon, connect, rowsOf } from '../../projections/copies/postgres/session.ts'
import { type Lead, REST_MS } from '../../projections/copies/protocol/leadership.ts'

export interface Contention {
  readonly kind: 'nats' | 'postgres'
  readonly url: string
  readonly name: string
}

interface Place {
  readonly lead: Lead
  /** @throws {Error} if this process does not have the lead */
  write(text: string): Promise<unknown>
  close(): Promise<void>
}

const OPEN: Readonly<Record<Contention['kind'], (url: string) => Promise<Place>>> = {
  async nats(server) {
    const files = new NatsFiles({ server, stream: 'models' })
    const { lead } = files
    return { lead, write: (text) => files.writeManifest(text), close: () => files.close() }
  },
  async postgres(url) {
    const session = await connect(url, true, undefined, REST_MS)
    return {
      lead: advisoryLead(session, 'contended'),
      write: (text) => rowsOf(session, 'INSERT INTO written (text) VALUES ($1)', [text]),
      close: async () => abandon(session),
    }
  },
}

/** Prints lines `waits`, `leads`, `wrote`, `lost` and `failed`. */
export const contend = async ({ kind, url, name }: Contention): Promise<never> => {
  let term = 0
  const say = (word: string): void => void process.stdout.write(`${word}\n`)
  for (;;) {
    let leads = false
    let place: Place | undefined
    try {
      place = await OPEN[kind](url)
      for (;;) {
        if (!leads) {
          leads = await place.lead.try()
          say(leads ? 'leads' : 'waits')
          if (leads) term++
        }
        if (leads) {
          await place.write(`${name}-${process.pid}-${term}`)
          say('wrote')
        }
        await sleep(100)
      }
    } catch {
      say(leads ? 'lost' : 'failed')
      await place?.close()
      await sleep(200)
    }
  }
}
