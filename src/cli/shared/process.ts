/** A command as this process: its arguments, its environment, its signals, its exit status. */
import { constants } from 'node:os'
import type { CliCommand } from './command'
import { runCommand } from './run-command'
import { openTerminal } from './terminal'

const SIGNALS = ['SIGINT', 'SIGTERM'] as const

export async function runAsProcess(command: CliCommand): Promise<void> {
  const { stdout, stderr, env, argv } = process
  const stopping = new AbortController()
  if (command.endsItself) {
    for (const signal of SIGNALS) {
      // Once: a second signal ends the process at once, as it does everywhere.
      process.once(signal, () => stopping.abort(128 + constants.signals[signal]))
    }
  }
  // The reader of the pipe has gone. Work that has begun is finished, without its output.
  stdout.on('error', () => stopping.abort())
  const terminal = openTerminal({ stdout, stderr, env })
  const context = { terminal, env, stopped: stopping.signal }
  process.exitCode = await runCommand(command, argv.slice(2), context)
}
