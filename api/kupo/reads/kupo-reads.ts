// The reads of Kupo's interface. Each returns JSON of one state of the models.
import { outputPlaces } from '../../../projections/read/queries/outputs/output-places.ts'
import { type OutputRow, outputRows } from '../../../projections/read/queries/outputs/output-rows.ts'
import { unspentReads } from '../../../projections/read/queries/outputs/unspent-outputs.ts'
import { tokenAddresses } from '../../../projections/read/queries/token-addresses.ts'
import type { ModelsReader } from '../../../projections/read/reader/models-reader.ts'
import { walletPages } from '../../../projections/read/threads/wallet-pages.ts'
import { RecentMap } from '../../../schema/platform/recent-map.ts'
import type { Hex, OutputReference } from '../../../schema/primitives.ts'
import { scriptHash } from '../../builder/transaction/script-hash.ts'
import { badRequest } from '../pattern.ts'
import { type Attachments, hashesOf, KnownAttachments } from './attachments.ts'
import { ChainBlocks, type ChainLog, pointsOfModels } from './chain-blocks.ts'
import type { AttachmentsPageRead, KupoRead } from './kupo-read.ts'
import { attachmentsJson, pointJson, scriptJson } from './match-json.ts'
import { MatchReads } from './match-reads.ts'
import { RecentOutputs } from './recent-outputs.ts'

/** Listed outputs' hashes, in each of the cache's two generations. */
const HASHES = 50_000

/** @param log undefined in a process without a log, such as a replica */
export const kupoReads = (
  reader: ModelsReader,
  networkId: 0 | 1,
  log?: ChainLog,
): ((read: KupoRead) => string) => {
  const places = reader.prepared(outputPlaces)
  const rows = reader.prepared(outputRows)
  const tokens = reader.prepared(tokenAddresses)
  const unspent = reader.prepared((database) => unspentReads(database, networkId))
  const pageIds = walletPages(reader, unspent)
  const points = log ?? pointsOfModels(places)
  const blocks = log && new ChainBlocks(log, places)
  const attachments = new KnownAttachments(blocks)
  const recentOutputs = log && new RecentOutputs(log)
  const recent = (): RecentOutputs | undefined => {
    recentOutputs?.refresh(places().knownFrom())
    return recentOutputs
  }
  const listed = new RecentMap<Hex, number>(HASHES)
  const remember = (id: number, attached: Attachments): void => {
    for (const hash of hashesOf(attached)) listed.set(hash, id)
  }
  const matches = new MatchReads({
    reader,
    networkId,
    points,
    places,
    rows,
    tokens,
    blocks,
    recent,
    attachments,
    remember,
  })

  /** Undefined if a fork undid the output. */
  const ofOutput = (id: number | undefined, hash: Hex): Attachments | undefined => {
    if (id === undefined) return undefined
    const row = rows().byId(id)
    const found = row === undefined ? blocks?.output(id)?.output : attachments.ofRow(id, row)
    return found !== undefined && hashesOf(found).includes(hash) ? found : undefined
  }

  /** Searches the node's responses, the listed outputs, and the last blocks. */
  const withHash = (hash: Hex): Attachments | undefined =>
    attachments.withHash(hash) ?? ofOutput(listed.get(hash), hash) ?? ofOutput(recent()?.withHash(hash), hash)

  const page = (read: AttachmentsPageRead): string => {
    const ids = [...pageIds(read)]
    const lacking: OutputReference[] = []
    const membersOf = (row: OutputRow, at: number): string => {
      const attached = attachments.ofRow(ids[at] ?? 0, row)
      if (attached === undefined) lacking.push({ transaction: row.hash, index: row.index })
      else remember(ids[at] ?? 0, attached)
      return attached === undefined ? '' : attachmentsJson(attached)
    }
    const members = rows().byIds(ids).map(membersOf)
    return lacking.length === 0 ? unspent().outputsOf(ids, members) : JSON.stringify({ lacking })
  }

  const response = (read: KupoRead): string => {
    reader.refresh()
    log?.refresh()
    const tip = reader.checkpoint?.slot ?? 0
    switch (read.name) {
      case 'matches':
        attachments.add(read.attachments ?? {})
        return matches.run(read)
      case 'attachmentsPage':
        attachments.add(read.attachments ?? {})
        return page(read)
      case 'datum': {
        const datum = withHash(read.hash)?.datum
        return datum === undefined ? 'null' : `{"datum":"${datum}"}`
      }
      case 'script': {
        const script = withHash(read.hash)?.script
        return script === undefined || scriptHash(script) !== read.hash ? 'null' : scriptJson(script)
      }
      case 'checkpoints': {
        const known = points.resumePoints().filter((point) => point !== 'origin' && point.slot <= tip)
        return `[${known.map((point) => (point === 'origin' ? '' : pointJson(point))).join(',')}]`
      }
      case 'checkpoint': {
        const found = points.lastAtOrBefore(Math.min(read.slot, tip))
        if (found === undefined && log === undefined)
          throw badRequest('This process knows only the last blocks, and this slot is before them')
        const isFound = found !== undefined && (!read.isStrict || found.slot === read.slot)
        return isFound ? pointJson(found) : 'null'
      }
    }
  }
  return (read) => {
    // A replaced models file cannot be opened within a transaction.
    reader.refresh()
    return reader.database.transaction(response)(read)
  }
}
