/** Makes the commands of a run that failed fewer, as long as the run fails in the same way. */
import type { Command } from './commands'

export type Fails = (commands: readonly Command[]) => Promise<boolean>

export interface Shrunk {
  readonly commands: readonly Command[]
  readonly runs: number
}

/** `runsMax`: after so many runs the fewest so far are good enough. */
export async function shrink(
  commands: readonly Command[],
  fails: Fails,
  runsMax = 300,
): Promise<Shrunk> {
  let runs = 0
  const isWorth = async (fewer: readonly Command[]): Promise<boolean> => {
    if (runs >= runsMax) return false
    runs++
    return await fails(fewer)
  }
  let found = commands
  for (let before = -1; before !== sizeOf(found) && runs < runsMax; ) {
    before = sizeOf(found)
    found = await fewest(found, isWorth)
    for (let at = 0; at < found.length; at++) {
      const all = found
      const command = all[at]
      if (command?.type !== 'burst') continue
      const withCalls = (calls: typeof command.calls) => all.with(at, { ...command, calls })
      const calls = await fewest(command.calls, (fewer) => isWorth(withCalls(fewer)))
      found = withCalls(calls)
    }
    for (const [at, command] of found.entries()) {
      const calmer = found.with(at, { ...command, troubled: false })
      if (command.troubled && (await isWorth(calmer))) found = calmer
    }
  }
  return { commands: found, runs }
}

/** What a person would count: calls, and what lies between them. */
export const sizeOf = (commands: readonly Command[]): number =>
  commands.reduce((sum, one) => sum + (one.type === 'burst' ? one.calls.length : 1), 0)

/** Leaves out ever smaller pieces, from the end on, where it fails without them as well. */
async function fewest<Item>(
  items: readonly Item[],
  fails: (fewer: readonly Item[]) => Promise<boolean>,
): Promise<readonly Item[]> {
  let found = items
  for (let piece = Math.ceil(items.length / 2); piece >= 1; piece = Math.floor(piece / 2)) {
    for (let end = found.length; end > 0; end -= piece) {
      const start = Math.max(0, end - piece)
      const fewer = [...found.slice(0, start), ...found.slice(end)]
      if (fewer.length > 0 && (await fails(fewer))) found = fewer
    }
  }
  return found
}
