#!/usr/bin/env bun
/** The program `paper`, with all commands. */
import { boundMemory } from './clients/cli/server/memory'

const args = process.argv.slice(2)
if (args[0] === 'server') boundMemory(args)

// Only after `boundMemory`, which may replace the process.
const { runPaper } = await import('./clients/cli/shared/process')
const { PAPER } = await import('./clients/cli/commands')
await runPaper(PAPER, args)
