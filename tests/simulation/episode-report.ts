// Result of an episode.
/** Keys are `fault | state`. */
export type Met = Map<string, number>

export interface EpisodeReport {
  readonly made: number
  readonly forks: number
  readonly lives: number
  readonly transactions: number
  readonly met: Met
}
