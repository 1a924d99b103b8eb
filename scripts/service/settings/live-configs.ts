// Watches the config documents while the service runs. A changed valid file is used without a restart. An invalid file is reported, and the
// last valid document stays in use. A change of the operations config is only reported, because that document determines the contents of
// the models.
import { isDeepStrictEqual } from 'node:util'
import type { Logger } from 'pino'
import type { OperationsConfig } from '../../../schema/config/config.ts'
import { OtherNetworkError } from '../../../schema/config/config-check.ts'
import type { ConfigProblem, ConfigState, ConfigStates } from '../../../schema/config/config-state.ts'
import { StartupError } from '../../../schema/errors.ts'
import { type LoadedConfig, type LoadedConfigs, unreadable } from './configs.ts'
import { type WatchTiming, watchFile } from './watch-file.ts'

interface LiveConfigs {
  states(): ConfigStates
  close(): void
}

/**
 * @param operations the loaded document with the node's clock
 * @param timing delays of the watch, for tests
 */
export const liveConfigs = (
  loaded: LoadedConfigs,
  operations: OperationsConfig,
  log: Pick<Logger, 'info' | 'warn' | 'error'>,
  timing?: WatchTiming,
): LiveConfigs => {
  const closers: (() => void)[] = []
  const live = <T>(document: LoadedConfig<T>, onGood: (value: T, bytes: Buffer) => void) => {
    const watching = watchDocument(document, onGood, log, timing)
    closers.push(watching.close)
    return watching.problem
  }
  const watched = <T>(document: LoadedConfig<T> | undefined): (() => ConfigState<T> | undefined) => {
    if (document === undefined) return () => undefined
    let { value, bytes } = document
    const problem = live(document, (newValue, newBytes) => {
      value = newValue
      bytes = newBytes
      log.info(`${document.name} (${document.path}) has changed and is used`)
    })
    return () => ({ value, bytes, problem: problem() })
  }
  const protocol = watched(loaded.protocol)
  const contracts = watched(loaded.contracts)
  const { name, path, bytes } = loaded.operations
  let needsRestart = false
  const operationsProblem = live(loaded.operations, (value) => {
    needsRestart = !isDeepStrictEqual(value, loaded.operations.value)
    if (needsRestart) log.warn(`${name} (${path}) has changed: restart the service to use it`)
  })
  return {
    states: () => ({
      protocol: protocol(),
      contracts: contracts(),
      operations: { value: operations, bytes, problem: operationsProblem(), needsRestart },
    }),
    close: () => {
      for (const close of closers) close()
    },
  }
}

const watchDocument = <T>(
  document: LoadedConfig<T>,
  onGood: (value: T, bytes: Buffer) => void,
  log: Pick<Logger, 'error'>,
  timing: WatchTiming | undefined,
) => {
  let problem: ConfigProblem | undefined
  const onChange = (content: Buffer | Error): void => {
    try {
      if (!Buffer.isBuffer(content)) throw new StartupError(unreadable(document.name, content))
      const value = document.parse(content)
      problem = undefined
      onGood(value, content)
    } catch (error) {
      if (!(error instanceof StartupError)) throw error
      problem = { isOfOtherNetwork: error instanceof OtherNetworkError, message: error.message }
      log.error(`${error.message} (${document.path}); the last valid document stays in use`)
    }
  }
  const close = watchFile(document.path, document.bytes, onChange, timing)
  return { close, problem: () => problem }
}
