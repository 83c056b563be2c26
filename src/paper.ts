#!/usr/bin/env bun
/** The program `paper`: every command, the server among them. */
import { boundMemory } from './clients/cli/server/memory'

const args = process.argv.slice(2)
if (args[0] === 'server') boundMemory(args)

// Loaded by the process that stays.
const { runPaper } = await import('./clients/cli/shared/process')
const { PAPER } = await import('./clients/cli/commands')
await runPaper(PAPER, args)
