/** The command `bun run exec`. */
import { COMMANDS } from './commands'
import { runAsProcess } from './shared/process'

await runAsProcess(await COMMANDS.exec.load())
