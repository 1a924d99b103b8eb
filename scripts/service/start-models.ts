// Starts the parts below the API, in one of three forms that role and settings choose: with an indexer, beside the indexer of another
// process, or as a replica of published models.
import type { Logger } from 'pino'
import { launchpadModels } from '../../projections/launchpad-models.ts'
import { hasOwnSource, type OwnFiles } from '../../projections/own/own-models.ts'
import { ModelsReader } from '../../projections/read/reader/models-reader.ts'
import type { Settings } from '../../schema/config/settings.ts'
import { type Network, parsePoint } from '../../schema/primitives.ts'
import { type Indexing, startIndexing } from './indexing/start-indexing.ts'
import { modelsOfIndexer, otherVersionsLack } from './models-of-indexer.ts'
import { modelsOfSource } from './models-of-source.ts'
import { type Node, nodeBesideIndexer, openNode } from './node.ts'
import type { CopyPlaces } from './settings/check-copies.ts'
import type { LoadedConfigs } from './settings/configs.ts'
import { keepStart } from './settings/network.ts'
import { takeSnapshot } from './take-snapshot.ts'
import { verifySnapshot } from './verify-snapshot.ts'

/** The node, the indexer unless another process runs it, and the reader of the models. */
export interface StartedModels {
  readonly node: Node
  /** Undefined if another process writes the models. */
  readonly writer: (Pick<Indexing, 'ended' | 'unwritten'> & Partial<Pick<Indexing, 'isLost'>>) | undefined
  readonly reader: ModelsReader
  readonly modelsDir: string
  /** Sentences about missing or uncertain data. */
  readonly lacks?: () => readonly string[]
}

interface ModelsOptions {
  readonly settings: Settings
  readonly copies: CopyPlaces
  readonly network: Network
  readonly documents: LoadedConfigs
  readonly ownModels: OwnFiles
  readonly dataDir: string
  readonly logger: Logger
  /** Receives the functions that end the parts. */
  readonly closers: (() => Promise<void> | void)[]
}

const index = async (options: ModelsOptions): Promise<StartedModels> => {
  const { settings, network, documents, ownModels, dataDir, logger, closers } = options
  await takeSnapshot(options)
  const node = await openNode(settings, network, documents.operations.value, logger)
  closers.push(() => node.close())
  const { operations, isRecorded } = node
  const { START_POINT, LOG_LEVEL: logLevel, POSTGRES_URL, POSTGRES_SCHEMA: schema } = settings
  const { POSTGRES_READERS: readers = [] } = settings
  const isWhole = isRecorded || hasOwnSource(ownModels)
  const base = isWhole ? 'origin' : parsePoint(operations.base ?? 'origin')
  const task = {
    dataDir,
    network,
    start: {
      given: START_POINT === undefined ? undefined : parsePoint(START_POINT),
      otherwise: parsePoint(isRecorded ? 'origin' : operations.startPoint),
      base: base === 'origin' ? undefined : base,
    },
    operations,
    ownModels,
    logLevel,
    url: node.url,
    isRecorded,
    postgres: POSTGRES_URL === undefined ? undefined : { url: POSTGRES_URL, schema, readers },
    publishDir: settings.PUBLISH_DIR,
    publishStore: options.copies.publishStore,
  }
  const indexer = await startIndexing(task, { threads: true })
  closers.push(() => indexer.stop())
  if (network === 'devnet' && settings.OGMIOS_URL !== undefined) keepStart(dataDir, operations)
  indexer.run()
  const reader = new ModelsReader(dataDir)
  closers.push(() => reader.close())
  const isRefolding = (): boolean => (reader.status()?.refolding ?? []).length > 0
  const lacks = verifySnapshot({ ...options, isRefolding })
  return { node, writer: indexer, reader, modelsDir: dataDir, lacks }
}

const findIndexed = async (options: ModelsOptions): Promise<StartedModels> => {
  const { settings, network, documents, ownModels, dataDir, logger, closers } = options
  const reader = await modelsOfIndexer(dataDir, network, logger)
  closers.push(() => reader.close())
  // An indexer's own devnet writes its clock beside the models, so the models must exist first.
  const node = await nodeBesideIndexer(settings, network, documents.operations.value)
  const { models } = launchpadModels(network, node.operations, ownModels)
  const lacks = () => otherVersionsLack(reader, models)
  return { node, writer: undefined, reader, modelsDir: dataDir, lacks }
}

const replicate = async (options: ModelsOptions): Promise<StartedModels> => {
  const { settings, network, documents, ownModels, dataDir, logger, closers } = options
  const node = await nodeBesideIndexer(settings, network, documents.operations.value)
  const { operations } = node
  const { sources } = options.copies
  const task = { sources, network, operations, ownModels, logLevel: settings.LOG_LEVEL }
  const { reader, directory, thread } = await modelsOfSource(task, dataDir, logger, closers)
  return { node, writer: thread, reader, modelsDir: directory }
}

export const isReplica = ({ MODELS_URL }: Settings): boolean => MODELS_URL !== undefined

export const startModels = (options: ModelsOptions): Promise<StartedModels> => {
  if (isReplica(options.settings)) return replicate(options)
  return options.settings.ROLE === 'api' ? findIndexed(options) : index(options)
}
