/** What a suite of contests is given, and what it returns. */

import type { ContestTurns, Progress, Rounds } from '../contest'
import type { BenchDatabases } from '../databases'
import type { Meters } from '../processor'

export interface Bench {
  readonly databases: BenchDatabases
  /** Meters of the PostgreSQL behind the databases. */
  readonly postgres: Meters
  readonly rounds: Rounds
  readonly say: Progress
}

export type Suite = (bench: Bench) => Promise<readonly ContestTurns[]>
