/** `bun run market`: chart, adopt. */
import { runChart } from '../chart/run'
import type { Outcome, Surroundings } from '../shell'
import { runAdopt } from './adopt'

export function runMarket(args: readonly string[], surroundings: Surroundings): Promise<Outcome> {
  const [command] = args
  if (command === 'adopt') return runAdopt(args, surroundings)
  return runChart(args, surroundings)
}
