// `npm run fuzz-blocks`: hostile blocks through the whole service, in courses of 2,000 blocks, each with a chain, a service and a
// seed of its own. It ends at the first check that fails, and prints the seed that repeats the course.
import { Course } from '../fuzz/course.ts'
import { type CourseLimits, runCourses } from '../fuzz/run-courses.ts'

const BLOCKS_OF_A_COURSE = 2_000

/** @throws {StartupError} when both blocks and minutes are given */
export const fuzzBlocks = (limits: CourseLimits): Promise<void> =>
  runCourses({
    command: 'fuzz-blocks',
    unit: 'blocks',
    stepsOfACourse: BLOCKS_OF_A_COURSE,
    ...limits,
    async run(course) {
      const { made, ...report } = await new Course({ ...course, blocks: course.steps }).run()
      course.onProgress(made)
      return report
    },
  })
