/** What a scene of faults is. */
import type { Cluster } from '../cluster'
import type { World } from '../world'

export interface Stage {
  readonly world: World
  /** The cluster of the database; null on a server that others use as well. */
  readonly cluster: Cluster | null
  /** From now on this one is the database. */
  lead(cluster: Cluster): void
  readonly say: (line: string) => void
}

export interface Scene {
  readonly name: string
  /** What is done, for the table. */
  readonly what: string
  readonly rounds: number
  /** It kills or replaces PostgreSQL itself. */
  readonly needsCluster?: true
  /** It trades by itself, with nothing beside it. */
  readonly alone?: true
  /** Once before its rounds. */
  begin?(stage: Stage, rounds: number): Promise<void>
  /** One fault, from its beginning to its end. */
  round(stage: Stage, round: number): Promise<void>
  end?(stage: Stage): Promise<void>
}
