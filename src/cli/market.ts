/** The command `bun run market`. */
import { HELP } from './market/help'
import { runMarket } from './market/run'
import { runCommand } from './shell'
import { processTerminal } from './terminal'

const terminal = processTerminal()
const args = process.argv.slice(2)
process.exitCode = await runCommand(args, HELP, terminal, () =>
  runMarket(args, { terminal, env: process.env }),
)
