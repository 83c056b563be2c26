/** `bun run server`: runs the command `paper server`. */
import { boundMemory, runPaper } from './clients/cli/shared/paper'

const args = process.argv.slice(2)
boundMemory(args)

// Only after `boundMemory`, which may replace the process.
const { PAPER } = await import('./clients/cli/commands')
await runPaper(PAPER, ['server', ...args])
