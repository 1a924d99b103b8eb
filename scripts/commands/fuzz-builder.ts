// `npm run fuzz-builder`: honest, hostile and very large requests to the transaction builder, in courses of 5,000, each with a
// devnet, a service and a seed of its own.
import { BuilderCourse } from '../fuzz/builder-course.ts'
import { type CourseLimits, runCourses } from '../fuzz/run-courses.ts'

const REQUESTS_OF_A_COURSE = 5_000

/** @throws {StartupError} if both a number of requests and minutes are given */
export const fuzzBuilder = (limits: CourseLimits): Promise<void> =>
  runCourses({
    command: 'fuzz-builder',
    unit: 'requests',
    stepsOfACourse: REQUESTS_OF_A_COURSE,
    ...limits,
    run: (course) => new BuilderCourse(course).run(),
  })
