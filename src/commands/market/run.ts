/** `bun run market`: chart, report, adopt, repair. */
import { runChart } from '../chart/run'
import { runReport } from '../report/run'
import type { Outcome, Surroundings } from '../shell'
import { runAdopt } from './adopt'
import { runRepair } from './repair'

export function runMarket(args: readonly string[], surroundings: Surroundings): Promise<Outcome> {
  const [command] = args
  if (command === 'adopt') return runAdopt(args, surroundings)
  if (command === 'report') return runReport(args.slice(1), surroundings)
  if (command === 'repair') return runRepair(args, surroundings)
  return runChart(args, surroundings)
}
