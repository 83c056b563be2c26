/** `bun run server`: the command `paper server` by itself. */
import { boundMemory } from './main/memory'

const args = process.argv.slice(2)
boundMemory(args)

// Loaded by the process that stays.
const { runPaper } = await import('./cli/shared/process')
const { PAPER } = await import('./main/commands')
await runPaper(PAPER, ['server', ...args])
