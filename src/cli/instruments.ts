/** The command `bun run instruments`. */
import { HELP } from './instruments/help'
import { runInstruments } from './instruments/run'
import { runCommand } from './shell'
import { processTerminal } from './terminal'

const terminal = processTerminal()
const args = process.argv.slice(2)
process.exitCode = await runCommand(args, HELP, terminal, () =>
  runInstruments(args, { terminal, env: process.env }),
)
