// The config documents of a running service. If a file becomes invalid, its last valid document stays in use, and the state contains the
// problem. Clients still get the valid document, but no transaction is built from this document.

import { type ApiCause, ApiError, CODE_HEADER, type COMMON_CODES } from '../errors.ts'
import type { ContractsConfig, OperationsConfig, ProtocolConfig } from './config.ts'

/** Reason why the current file of a document is not used. */
export interface ConfigProblem {
  readonly isOfOtherNetwork: boolean
  /** Names the document, the field and the field's expected value. */
  readonly message: string
}

/** Last valid version of a document. */
export interface ConfigState<T> {
  /** Stays the same object until a changed file replaces it. */
  readonly value: T
  readonly bytes: Buffer
  readonly problem: ConfigProblem | undefined
}

/** `protocol` and `contracts` are undefined on a network without a launchpad. */
export interface ConfigStates {
  readonly protocol: ConfigState<ProtocolConfig> | undefined
  readonly contracts: ConfigState<ContractsConfig> | undefined
  /** The models are folded with the document that was read at start, so it stays in use. */
  readonly operations: ConfigState<OperationsConfig> & {
    /** The file has changed, and the change applies from the next start. */
    readonly needsRestart: boolean
  }
}

const unusable = (cause: ApiCause, message: string): ApiError =>
  new ApiError(cause, message, { [CODE_HEADER]: 'MISSING_CONFIG' satisfies keyof typeof COMMON_CODES })

/**
 * The last valid document, even if its file is invalid now.
 * @param name name of the document in the message
 * @throws {ApiError} SERVER_ERROR on a network without a launchpad
 */
export const lastGood = <T>(
  name: string,
  state: ConfigState<T> | undefined,
  cause: ApiCause = 'SERVER_ERROR',
): ConfigState<T> => {
  if (state !== undefined) return state
  throw unusable(
    cause,
    `This service runs without a launchpad: it has no ${name} config. Its operator can set PROTOCOL_CONFIG and CONTRACTS_CONFIG`,
  )
}

/**
 * Transactions may be built from the document, because its file is currently valid.
 * @param cause cause of the error; `ofOtherNetwork` for a document of another network
 * @throws {ApiError} that names the file's problem
 */
export const usableConfig = <T>(
  name: string,
  state: ConfigState<T> | undefined,
  cause: ApiCause,
  ofOtherNetwork: ApiCause = cause,
): T => {
  const { value, problem } = lastGood(name, state, cause)
  if (problem === undefined) return value
  throw unusable(problem.isOfOtherNetwork ? ofOtherNetwork : cause, problem.message)
}
