/** Damage of the files that a comparison has found. Models are folded again; a log is not. */
export interface Damage {
  /** A sentence for strangers, without a path. */
  readonly problem: string
  readonly isOfLog: boolean
}
