/** The command `bun run audit`. */
import { COMMANDS } from './commands'
import { runAsProcess } from './shared/process'

await runAsProcess(await COMMANDS.audit.load())
