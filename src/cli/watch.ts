/** The command `bun run watch`. */
import { runCommand } from './shell'
import { processTerminal } from './terminal'
import { HELP } from './watch/help'
import { runWatch } from './watch/run'
import { processScreen } from './watch/screen'

const terminal = processTerminal()
const args = process.argv.slice(2)
const stopped = new AbortController()
const stop = (): void => stopped.abort()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop)
// Whom it was piped to reads no more.
process.stdout.on('error', stop)
process.exitCode = await runCommand(args, HELP, terminal, () =>
  runWatch(args, {
    terminal,
    env: process.env,
    screen: processScreen(!process.env.NO_COLOR),
    stopped: stopped.signal,
  }),
)
