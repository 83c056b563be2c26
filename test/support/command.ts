/** A command of src/cli, run in this process against a terminal that keeps what it is told. */
import type { Terminal } from '../../src/cli/terminal'

export interface HeardTerminal extends Terminal {
  readonly said: string[]
  readonly complaints: string[]
}

export function heardTerminal(columns: number | null = null): HeardTerminal {
  const said: string[] = []
  const complaints: string[] = []
  return {
    columns,
    said,
    complaints,
    say: (text) => said.push(text),
    complain: (text) => complaints.push(text),
    redraw: () => {},
  }
}
