/** Every command of `paper` by its name. */
import { version } from '../../package.json'
import { COMMANDS } from '../cli/commands'
import { completionCommand } from '../cli/completion/command'
import type { Paper } from '../cli/paper/help'
import type { CommandTable } from '../cli/shared/command'

const commands: CommandTable = {
  server: {
    summary: 'start the brokerage',
    load: async () => (await import('./server')).serverCommand,
  },
  ...COMMANDS,
  completion: {
    summary: 'print what makes a shell complete these commands: bash, zsh or fish',
    load: async () => completionCommand(() => commands),
  },
}

export const PAPER: Paper = { commands, version }
