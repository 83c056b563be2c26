/** `bun run market`: chart, report, adopt, repair. */

import type { CommandContext, Outcome } from '../shell'
import { runAdopt } from './adopt'
import { runChart } from './chart/run'
import { runRepair } from './repair'
import { runReport } from './report/run'

export function runMarket(args: readonly string[], surroundings: CommandContext): Promise<Outcome> {
  const [command] = args
  if (command === 'adopt') return runAdopt(args, surroundings)
  if (command === 'report') return runReport(args.slice(1), surroundings)
  if (command === 'repair') return runRepair(args, surroundings)
  return runChart(args, surroundings)
}
