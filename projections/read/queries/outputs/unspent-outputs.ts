// A wallet's unspent outputs: those of every address from which its payment key can spend, with any stake part, in the order of their
// creation. Anybody can make a wallet large, so a page is read in one of two ways. If a few lookups are certainly enough, it is read
// directly. Otherwise a read thread lists all outputs of the wallet, once per state of the models, and cuts the page from this list.
import type Database from 'better-sqlite3'
import { sql } from 'kysely'
import { formatAddress } from '../../../../schema/codecs/address.ts'
import { unpackAssets } from '../../../../schema/codecs/packed-assets.ts'
import type { Hex, OutputReference } from '../../../../schema/primitives.ts'
import { utxos } from '../../../engine/outputs/utxo-set.ts'
import { nullable, text } from '../../../engine/table/column.ts'
import { lateIndexesOf } from '../../../engine/table/indexes.ts'
import { allFound } from '../../reader/all-found.ts'
import { param, prepare } from '../../reader/prepared.ts'
import { outputPlace, outputRows, outputsWithIds } from './output-rows.ts'
import type { RowPlace, RowTexts } from './row-texts.ts'
import { outputsOfPayment, walletOutputs } from './wallet-outputs.ts'

export type UnspentReads = ReturnType<typeof unspentReads>

/** Limit per kind of address, for a page that is read directly. */
const QUICK_OUTPUTS = 512

/** Limit of a page that is read directly. */
const QUICK_ASSET_BYTES = 64 * 1024

const NONE: ReadonlySet<number> = new Set()

interface ListedRow {
  readonly hash: Hex
  /** Digits. */
  readonly index: string
  /** Raw bytes. */
  readonly address: Hex
  /** Digits. */
  readonly lovelace: string
  readonly assets: Buffer | null
}

/** One text per output, because separate columns would take as long to pass as to read. Null if the transaction is missing. */
const listedText = sql<string | null>`lower(
  ${outputPlace} || ' ' || hex(utxos.address) || ' ' || utxos.lovelace || ' ' || hex(utxos.assets)
)`

const readRow = (row: string): ListedRow => {
  const [hash = '', index = '', , address = '', lovelace = '', assets = ''] = row.split(' ')
  return { hash, index, address, lovelace, assets: assets === '' ? null : Buffer.from(assets, 'hex') }
}

/** The values contain no characters that JSON must escape: an asset's name is hex. */
const amountJson = (unit: string, amount: bigint | string): string =>
  `{"unit":"${unit}","amount":"${amount}"}`

/**
 * @param address bech32 or base58
 * @param more see `outputsOf`
 */
const outputJson = ({ hash, index, lovelace, assets }: ListedRow, address: string, more: string): string => {
  const value = [
    amountJson('lovelace', lovelace),
    ...unpackAssets(assets)
      .sort((a, b) => (a.asset < b.asset ? -1 : 1))
      .map(({ asset, quantity }) => amountJson(asset, quantity)),
  ]
  return `{"txHash":"${hash}","index":${index},"address":"${address}","value":[${value.join(',')}]${more}}`
}

const jsonsOf = (outputs: readonly ListedRow[], more: readonly string[] = []): string[] => {
  const addresses = new Map<Hex, string>()
  const textOf = (address: Hex): string => {
    const text = addresses.get(address) ?? formatAddress(address)
    addresses.set(address, text)
    return text
  }
  return outputs.map((row, at) => outputJson(row, textOf(row.address), more[at] ?? ''))
}

const listedRows = (database: Database.Database) => {
  const listed = prepare(database, outputsWithIds().select(listedText.as('row')), { row: nullable(text) })
  return (ids: readonly number[]): ListedRow[] => {
    const found = listed.firsts({ ids: JSON.stringify(ids) }).filter((row) => row !== null)
    return allFound(found, ids.length, 'outputs').map(readRow)
  }
}

/** Undefined if the read may take more than a few milliseconds. */
const quickIdsOf = (
  database: Database.Database,
  paymentsOf: ReturnType<typeof walletOutputs>['paymentsOf'],
) => {
  const firstIds = prepare(
    database,
    outputsOfPayment.select('utxos.id').limit(param<number>('limit')),
    utxos.columns,
  )
  /** Returns a row if there are more outputs than the limit. */
  const hasMore = prepare(
    database,
    outputsOfPayment.select('utxos.id').limit(1).offset(param<number>('limit')),
    utxos.columns,
  )
  return (
    keyHash: Hex,
    offset: number,
    limit: number,
    excluded: ReadonlySet<number>,
  ): number[] | undefined => {
    const needed = offset + limit + excluded.size
    const most = Math.min(needed, QUICK_OUTPUTS)
    const payments = paymentsOf(keyHash)
    if (needed > most && payments.some((payment) => hasMore.get({ payment, limit: most - 1 })))
      return undefined
    const page = payments
      .flatMap((payment) => firstIds.firsts({ payment, limit: most }))
      .filter((id) => !excluded.has(id))
      .sort((a, b) => a - b)
      .slice(offset, offset + limit)
    return page.length > QUICK_OUTPUTS ? undefined : page
  }
}

/** @param texts cache of outputs' JSON for pages that are read directly */
export const unspentReads = (database: Database.Database, networkId: 0 | 1, texts?: RowTexts) => {
  const { query: ofWallet, parametersOf, paymentsOf } = walletOutputs(networkId)
  const quickIds = quickIdsOf(database, paymentsOf)
  const rows = outputRows(database)
  const allIds = prepare(database, ofWallet.select('utxos.id'), utxos.columns)
  const someLovelace = prepare(
    database,
    ofWallet.select('utxos.lovelace').limit(param<number>('limit')),
    utxos.columns,
  )
  const rowsOf = listedRows(database)
  /** Undefined if the outputs' assets have too many bytes. */
  const quickJsons = (places: readonly RowPlace[]): string[] | undefined => {
    const outputs = rowsOf(places.map(({ id }) => id))
    const assetBytes = outputs.reduce((sum, { assets }) => sum + (assets?.length ?? 0), 0)
    return assetBytes > QUICK_ASSET_BYTES ? undefined : jsonsOf(outputs)
  }

  return {
    /** False during a first sync. Check this before any other read. */
    isIndexed: lateIndexesOf(database, utxos),
    /** At most one id for each reference. */
    idsOfReferences: (references: readonly OutputReference[]): Set<number> =>
      new Set(references.flatMap((reference) => rows.idOf(reference) ?? [])),
    /**
     * JSON; undefined if the read may take more than a few milliseconds. One transaction, so all rows belong to one state.
     * @param excluded ids to leave out
     */
    quickPage: database.transaction(
      (keyHash: Hex, offset: number, limit: number, excluded: ReadonlySet<number> = NONE) => {
        const places = quickIds(keyHash, offset, limit, excluded)?.map((id) => ({ id, updated: id }))
        if (places === undefined) return undefined
        const page = texts === undefined ? quickJsons(places) : texts.of(places, quickJsons)
        return page && `[${page.join(',')}]`
      },
    ),
    /** Ascending. */
    idsOf: (keyHash: Hex): Float64Array => Float64Array.from(allIds.values(parametersOf(keyHash))).sort(),
    /** @param limit outputs to read at most; undefined if there are more */
    lovelaceOf: database.transaction((keyHashes: readonly Hex[], limit: number): bigint | undefined => {
      let sum = 0n
      let left = limit
      for (const keyHash of keyHashes) {
        const outputs = someLovelace.all({ ...parametersOf(keyHash), limit: left + 1 })
        left -= outputs.length
        if (left < 0) return undefined
        for (const { lovelace } of outputs) sum += lovelace
      }
      return sum
    }),
    /**
     * JSON of the outputs with these ids.
     * @param more further members, as JSON that starts with a comma
     * @throws {Error} if an output is spent, so read ids and outputs in one transaction
     */
    outputsOf: (ids: Iterable<number>, more?: readonly string[]): string =>
      `[${jsonsOf(rowsOf([...ids]), more).join(',')}]`,
  }
}
