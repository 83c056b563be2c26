/** A command as this process: its arguments, its environment, its signals, its exit status. */
import { constants } from 'node:os'
import { isFault } from '../../../lib/fault'
import { chooseCommand } from '../paper/choose'
import type { Paper } from '../paper/help'
import type { CliCommand } from './command'
import { runCommand } from './run-command'
import { openTerminal, type Terminal } from './terminal'

/** A compiled program is started as it is; another one by Bun. */
export const ownProgram = (): readonly [string, ...string[]] =>
  Bun.main.startsWith('/$bunfs/') ? [process.execPath] : [process.execPath, Bun.main]

const SIGNALS = ['SIGINT', 'SIGTERM'] as const

/** The program `paper`; `args`: the command's name first. */
export async function runPaper(paper: Paper, args: readonly string[]): Promise<void> {
  const chosen = await chooseCommand(paper, args)
  if (isFault(chosen)) {
    ownTerminal().complain(chosen.fault)
    process.exitCode = 1
  } else if ('says' in chosen) {
    ownTerminal().say(chosen.says)
  } else {
    await runAsProcess(chosen.command, chosen.args)
  }
}

export async function runAsProcess(command: CliCommand, args: readonly string[]): Promise<void> {
  const stopping = new AbortController()
  if (command.endsItself) {
    for (const signal of SIGNALS) {
      // Once: a second signal ends the process at once, as it does everywhere.
      process.once(signal, () => stopping.abort(128 + constants.signals[signal]))
    }
  }
  // The reader of the pipe has gone. Work that has begun is finished, without its output.
  process.stdout.on('error', () => stopping.abort())
  const context = {
    terminal: ownTerminal(),
    env: process.env,
    program: ownProgram(),
    stopped: stopping.signal,
  }
  process.exitCode = await runCommand(command, args, context)
}

const ownTerminal = (): Terminal => openTerminal(process)
