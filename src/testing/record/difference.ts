/** What came out otherwise when a recorded run was played again, for people. */
import type { ChainFault } from './chain'

/** The first line that differs, with its fields that do. Undefined where none does. */
export function differenceIn(
  recorded: readonly string[],
  played: readonly string[],
): ChainFault | undefined {
  const length = Math.max(recorded.length, played.length)
  for (let index = 0; index < length; index++) {
    const [was, is] = [recorded[index], played[index]]
    if (was === is) continue
    const line = index + 1
    if (was === undefined) return { line, fault: `nothing was recorded, and this came: ${is}` }
    if (is === undefined) return { line, fault: `nothing came, and this was recorded: ${was}` }
    const fields = fieldsThatDiffer(JSON.parse(was), JSON.parse(is), '')
    return { line, fault: `it came out otherwise\n  ${fields.join('\n  ')}` }
  }
  return undefined
}

/** `event.order.avgFillPrice: 100 → 101`, with what was recorded on the left. */
function fieldsThatDiffer(was: unknown, is: unknown, path: string): readonly string[] {
  if (JSON.stringify(was) === JSON.stringify(is)) return []
  if (!isRecord(was) || !isRecord(is)) return [`${path}: ${shown(was)} → ${shown(is)}`]
  const names = new Set([...Object.keys(was), ...Object.keys(is)])
  return [...names].flatMap((name) =>
    fieldsThatDiffer(was[name], is[name], path === '' ? name : `${path}.${name}`),
  )
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

const shown = (value: unknown): string => (value === undefined ? 'nothing' : JSON.stringify(value))
