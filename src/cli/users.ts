/** The command `bun run users`. */
import { COMMANDS } from './commands'
import { runAsProcess } from './shared/process'

await runAsProcess(await COMMANDS.users.load())
