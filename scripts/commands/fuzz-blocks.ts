// `npm run fuzz-blocks`: hostile blocks through the whole service for as long as one likes, in courses of 2,000
// blocks, each with a chain, a service and a seed of its own. It ends at the first thing that does not hold, with
// the seed that repeats it.
import { Course } from '../fuzz/course.ts'
import { runCourses } from '../fuzz/run-courses.ts'

const BLOCKS_OF_A_COURSE = 2_000

interface FuzzOptions {
  readonly seed: number | undefined
  readonly blocks: number | undefined
  readonly minutes: number | undefined
}

/** @throws {StartupError} when both blocks and minutes are given */
export const fuzzBlocks = ({ seed, blocks, minutes }: FuzzOptions): Promise<void> =>
  runCourses({
    command: 'fuzz-blocks',
    unit: 'blocks',
    stepsOfACourse: BLOCKS_OF_A_COURSE,
    seed,
    steps: blocks,
    minutes,
    async run(course) {
      const { made, ...report } = await new Course({ ...course, blocks: course.steps }).run()
      course.onProgress(made)
      return report
    },
  })
