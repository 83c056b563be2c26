/** `bun run server`: the command `paper server` by itself. */
import { boundMemory } from './clients/cli/server/memory'

const args = process.argv.slice(2)
boundMemory(args)

// Loaded by the process that stays.
const { runPaper } = await import('./clients/cli/shared/process')
const { PAPER } = await import('./clients/cli/commands')
await runPaper(PAPER, ['server', ...args])
