#!/usr/bin/env bun
/** The program `paper`: every command, the server among them. */
import { runPaper } from '../cli/shared/process'
import { PAPER } from './commands'

await runPaper(PAPER, process.argv.slice(2))
