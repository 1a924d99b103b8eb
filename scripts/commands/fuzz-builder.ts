// `npm run fuzz-builder`: requests to the transaction builder, honest, hostile and enormous, in courses of 5,000, each with a
// devnet, a service and a seed of its own.
import { BuilderCourse } from '../fuzz/builder-course.ts'
import { runCourses } from '../fuzz/run-courses.ts'

const REQUESTS_OF_A_COURSE = 5_000

interface FuzzOptions {
  readonly seed: number | undefined
  readonly requests: number | undefined
  readonly minutes: number | undefined
}

/** @throws {StartupError} when both requests and minutes are given */
export const fuzzBuilder = ({ seed, requests, minutes }: FuzzOptions): Promise<void> =>
  runCourses({
    command: 'fuzz-builder',
    unit: 'requests',
    stepsOfACourse: REQUESTS_OF_A_COURSE,
    seed,
    steps: requests,
    minutes,
    run: (course) => new BuilderCourse(course).run(),
  })
