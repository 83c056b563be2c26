/** The command `bun run bars`. */
import { HELP } from './bars/help'
import { runBars } from './bars/run'
import { runCommand } from './shell'
import { processTerminal } from './terminal'

const terminal = processTerminal()
const args = process.argv.slice(2)
process.exitCode = await runCommand(args, HELP, terminal, () =>
  runBars(args, { terminal, env: process.env }),
)
