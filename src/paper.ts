#!/usr/bin/env bun
/** The program `paper`, with all commands. */
import { boundMemory, runPaper } from './clients/cli/shared/paper'

const args = process.argv.slice(2)
if (args[0] === 'server') boundMemory(args)

// Only after `boundMemory`, which may replace the process.
const { PAPER } = await import('./clients/cli/commands')
await runPaper(PAPER, args)
