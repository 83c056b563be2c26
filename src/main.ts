/** `bun run server`: the command `paper server` by itself. */
import { runPaper } from './cli/shared/process'
import { PAPER } from './main/commands'

await runPaper(PAPER, ['server', ...process.argv.slice(2)])
