/** `bun run server`: runs the command `paper server`. */
import { boundMemory } from './clients/cli/server/memory'

const args = process.argv.slice(2)
boundMemory(args)

// Only after `boundMemory`, which may replace the process.
const { runPaper } = await import('./clients/cli/shared/process')
const { PAPER } = await import('./clients/cli/commands')
await runPaper(PAPER, ['server', ...args])
