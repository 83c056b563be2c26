#!/usr/bin/env bun
/** The program `paper`: every command, the server among them. */
import { boundMemory } from './memory'

const args = process.argv.slice(2)
if (args[0] === 'server') boundMemory(args)

// Loaded by the process that stays.
const { runPaper } = await import('../cli/shared/process')
const { PAPER } = await import('./commands')
await runPaper(PAPER, args)
