// State of the builder's thread, which the thread's client counts and metrics and readiness read.

export class BuilderCounts {
  /** Jobs that are not answered. */
  waiting = 0
  /** Milliseconds, about, since the thread last gave a sign of life; 0 while it has nothing to do. */
  silence = 0
  /** Times that the thread was ended because it gave no sign of life within its deadline, since the start. */
  overdue = 0
}
