/** What `paper feed status` shows of the server's answer. Pure. */
import { plural } from '../../../lib/text'
import { tableLines } from '../shared/table'

export interface StatusAnswer {
  readonly accepted: number
  readonly setAside: Readonly<Record<string, number>>
  readonly refusedMessages: number
  readonly sources: number
  readonly symbols: readonly {
    readonly symbol: string
    readonly wanted: boolean
    readonly state: string
    readonly ageMs: number | null
  }[]
}

export function statusLines(answer: StatusAnswer): readonly string[] {
  const { accepted, setAside, refusedMessages, sources, symbols } = answer
  const aside = Object.entries(setAside).map(([reason, count]) => `${count} ${reason}`)
  return [
    `sources       ${sources}`,
    `taken         ${accepted}`,
    `set aside     ${aside.join(', ') || 'none'}`,
    `refused       ${plural(refusedMessages, 'message')}`,
    '',
    ...tableLines(
      ['SYMBOL', 'QUOTE', 'AGE', 'WANTED'],
      symbols.map(({ symbol, state, ageMs, wanted }) => [
        symbol,
        state,
        spokenAge(ageMs),
        wanted ? 'yes' : '',
      ]),
    ),
  ]
}

function spokenAge(ms: number | null): string {
  if (ms === null) return ''
  if (ms < 60_000) return `${(ms / 1_000).toFixed(1)} s`
  return ms < 3_600_000 ? `${Math.floor(ms / 60_000)} min` : `${Math.floor(ms / 3_600_000)} h`
}
