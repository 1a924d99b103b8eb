// Threads of this process tell each other that they have committed to a file, so that its readers look at once. A notice is only a
// reason to look earlier: a writer in another process sends none, so readers look at intervals too.
import { BroadcastChannel } from 'node:worker_threads'

export interface CommitNotices {
  /** Tells the other readers and writers of the file that something was committed. */
  notify(): void
  close(): void
}

/**
 * @param path of the log's file, or of the directory of the models' files
 * @param onNotice called when somebody else in this process has committed
 */
export const commitNotices = (path: string, onNotice: () => void = () => {}): CommitNotices => {
  const channel = new BroadcastChannel(`commits to ${path}`)
  channel.onmessage = onNotice
  channel.unref()
  return {
    notify: () => channel.postMessage(null),
    close: () => channel.close(),
  }
}
