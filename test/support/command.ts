/** Commands of src/clients/cli run in this process, on a terminal that records what they write. */
import { join } from 'node:path'
import type { CliCommand, CommandContext, Outcome } from '../../src/clients/cli/shared/command-line'
import { execute } from '../../src/clients/cli/shared/paper'
import { type Terminal, withoutColour } from '../../src/clients/cli/shared/terminal'

export interface RecordingTerminal extends Terminal {
  readonly said: string[]
  readonly complaints: string[]
  /** The lines of progress. */
  readonly redrawn: (string | null)[]
}

/** Without columns it is no terminal. */
export function recordingTerminal(columns: number | null = null): RecordingTerminal {
  const said: string[] = []
  const complaints: string[] = []
  const redrawn: (string | null)[] = []
  return {
    said,
    complaints,
    redrawn,
    screen: columns === null ? null : { columns, rows: 24, draw: () => {}, leave: () => {} },
    paint: withoutColour,
    redraws: columns !== null,
    say: (text) => said.push(text),
    complain: (text) => complaints.push(text),
    redraw: (line) => redrawn.push(line),
  }
}

/** `paper`, for commands that start it once more. */
export const PROGRAM = [process.execPath, join(import.meta.dir, '../../src/paper.ts')] as const

interface Ran {
  readonly outcome: Outcome
  /** All lines of the standard output. */
  readonly said: string
  readonly complaints: readonly string[]
}

export async function run(
  command: CliCommand,
  args: readonly string[],
  { env = {}, stopped = new AbortController().signal }: Partial<CommandContext> = {},
  terminal: RecordingTerminal = recordingTerminal(),
): Promise<Ran> {
  const outcome = await execute(command, args, { env, program: PROGRAM, stopped, terminal })
  return { outcome, said: terminal.said.join('\n'), complaints: terminal.complaints }
}
