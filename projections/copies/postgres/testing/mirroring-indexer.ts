// An indexer whose mirror a test can stop and start again.
import type { TestContext } from 'node:test'
import type { Logger } from 'pino'
import { silent } from '../../../../tests/kit/silent.ts'
import { until } from '../../../../tests/kit/until.ts'
import { writeReports } from '../../../status/indexer-status.ts'
import { mainnetModels, testModels } from '../../../testing/test-models.ts'
import { CopyWriting } from '../../protocol/copy-writing.ts'
import { MirrorPlace } from '../mirror/mirror-place.ts'

/** Time in ms of a stall after which an indexer asks for the lead. The service uses a far longer time. */
const STALL_MS = 300

/** Long enough for a busy machine. */
const LATE_MS = 60_000

export const mirroringIndexer = (
  t: TestContext,
  url: string,
  schema: string,
  name = 'indexer',
  readers: readonly string[] = [],
) => {
  const folded = testModels(t)
  const { directory } = folded
  writeReports(directory, {
    following: { at: 1, state: 'waiting', problem: name, nodeTip: null, logEnd: null, isRecorded: false },
  })
  let mirroring: CopyWriting | undefined
  const end = async (): Promise<void> => {
    await mirroring?.close()
    mirroring = undefined
  }
  t.after(end)
  return {
    ...folded,
    start(logger: Logger = silent, late = LATE_MS): void {
      const place = new MirrorPlace({ url, schema, readers, logger, late })
      const models = mainnetModels()
      mirroring = new CopyWriting({ place, directory, models, logger, stall: STALL_MS })
      mirroring.run()
    },
    end,
    get report() {
      return mirroring?.report
    },
    until: (state: string) => until(`${name} ${state}`, () => mirroring?.report.state === state),
  }
}
