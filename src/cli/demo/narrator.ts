/** How the demo tells its story: headings, tables, and whether something holds. */
import { type Cells, tableLines } from '../shared/table'
import type { Terminal } from '../shared/terminal'

export interface Narrator {
  say(text: string): void
  heading(text: string): void
  table(titles: Cells, rows: readonly Cells[]): void
  /** Prints whether something holds, and returns it. */
  verdict(holds: boolean, text: string): boolean
}

export const narratorOn = ({ say, paint }: Terminal): Narrator => ({
  say,
  heading: (text) => say(`\n${paint(text, 'bold')}`),
  table(titles, rows) {
    const [head = '', ...body] = tableLines(titles, rows)
    say(`  ${paint(head, 'dim')}`)
    for (const line of body) say(`  ${line}`)
  },
  verdict(holds, text) {
    say(`  ${holds ? paint('✓', 'green') : paint('✗', 'red')} ${text}`)
    return holds
  },
})

/** For programs: each as one line of JSON. */
export const jsonNarratorOn = ({ say }: Pick<Terminal, 'say'>): Narrator => {
  const line = (value: object): void => say(JSON.stringify(value))
  const text = (says: string): void => line({ says: says.trim() })
  return {
    say: text,
    heading: text,
    table: (titles, rows) => line({ titles, rows }),
    verdict(holds, says) {
      line({ says, holds })
      return holds
    },
  }
}
