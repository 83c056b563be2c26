/** The command `bun run chaos`. */
import { COMMANDS } from './commands'
import { runAsProcess } from './shared/process'

await runAsProcess(await COMMANDS.chaos.load())
