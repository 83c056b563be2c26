/** `paper completion`: a script for a shell, made from the table of commands. */
import { isFault } from '../../../lib/fault'
import { action, type CliCommand, type CommandTable } from '../shared/command'
import { choiceOf, readOperand } from '../shared/command-line'
import { completionsOf } from './places'
import { completionScript, SHELLS } from './scripts'

export const COMPLETION_HELP = `\
Prints what makes a shell complete the commands of paper, their options and names of files.

  paper completion SHELL

  bash    source <(paper completion bash)                               in ~/.bashrc
  zsh     source <(paper completion zsh)                                in ~/.zshrc, after compinit
  fish    paper completion fish > ~/.config/fish/completions/paper.fish`

/** The table may hold this command itself, so it is asked for when the command runs. */
export const completionCommand = (table: () => CommandTable): CliCommand => ({
  name: 'completion',
  help: COMPLETION_HELP,
  does: action({ operands: ['SHELL'], options: {} }, async (line, { terminal }) => {
    const shell = readOperand('SHELL', line.operands[0] ?? '', choiceOf(SHELLS))
    if (isFault(shell)) return shell
    terminal.say(completionScript(shell, await completionsOf(table())))
    return undefined
  }),
})
