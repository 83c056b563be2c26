/** The command `bun run explain`. */
import { COMMANDS } from './commands'
import { runAsProcess } from './shared/process'

await runAsProcess(await COMMANDS.explain.load())
