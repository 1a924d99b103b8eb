// Threads of this process say to each other that they have committed to a file, so that whoever reads it looks at once. A notice
// is only a reason to look earlier: a writer in another process gives none, so readers look at intervals too.
import { BroadcastChannel } from 'node:worker_threads'

/** File of a commit: the log, which is folded, or the models, which are served. */
export type CommittedFile = 'log' | 'models'

export interface CommitNotices {
  /** Says that something was committed. */
  give(): void
  close(): void
}

/**
 * @param dataDir of the file: a process may have several services.
 * @param onNotice called when another thread has committed.
 */
export const commitNotices = (
  dataDir: string,
  file: CommittedFile,
  onNotice: () => void = () => {},
): CommitNotices => {
  const channel = new BroadcastChannel(`${file} ${dataDir}`)
  channel.onmessage = onNotice
  channel.unref()
  return {
    give: () => channel.postMessage(null),
    close: () => channel.close(),
  }
}
