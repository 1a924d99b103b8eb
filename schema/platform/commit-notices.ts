// Threads of this process notify each other of commits to a file, so its readers refresh at once. A writer in another process sends no
// notices, so readers also refresh at intervals.
import { BroadcastChannel } from 'node:worker_threads'

export interface CommitNotices {
  /** @param tipHeight new height of the node's tip, for a notice about the log */
  notify(tipHeight?: number): void
  close(): void
}

/**
 * @param path path of the log's file, or of the directory of the models' files
 * @param onNotice called when another part of this process has committed
 */
export const commitNotices = (
  path: string,
  onNotice: (tipHeight: number | undefined) => void = () => {},
): CommitNotices => {
  const channel = new BroadcastChannel(`commits to ${path}`)
  channel.onmessage = ({ data }) => onNotice(data.tipHeight)
  channel.unref()
  return {
    notify: (tipHeight) => channel.postMessage({ tipHeight }),
    close: () => channel.close(),
  }
}
