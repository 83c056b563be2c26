/** `paper completion`: prints a script for a shell, made from the table of commands. */
import { isFault } from '../../../lib/fault'
import {
  action,
  type CliCommand,
  type CommandTable,
  choiceOf,
  isAction,
  type Options,
  readOperand,
  type Syntax,
} from '../shared/command-line'

const COMPLETION_HELP = `\
Prints a script with which a shell completes the commands of paper, their options and file names.

  paper completion SHELL

  bash    source <(paper completion bash)                               in ~/.bashrc
  zsh     source <(paper completion zsh)                                in ~/.zshrc, after compinit
  fish    paper completion fish > ~/.config/fish/completions/paper.fish`

/** Reads the table when the command runs, since the table may contain the command. */
export const completionCommand = (table: () => CommandTable): CliCommand => ({
  name: 'completion',
  help: COMPLETION_HELP,
  action: action({ operands: ['SHELL'], options: {} }, async (line, { terminal }) => {
    const shell = readOperand('SHELL', line.operands[0] ?? '', choiceOf(SHELLS))
    if (isFault(shell)) return shell
    terminal.say(completionScript(shell, await completionsOf(table())))
    return undefined
  }),
})

/** The completions at a place in a command line. */
export interface Place {
  /** The words before it, without options: `keys`, `keys create`; empty at first. */
  readonly path: string
  /** Commands or subcommands. */
  readonly words: readonly string[]
  /** Options with their dashes. */
  readonly options: readonly string[]
  /** Values of an option, by the option with its dashes. */
  readonly values?: Readonly<Record<string, readonly string[]>>
}

/** Lists the places, the most special ones last. */
async function completionsOf(table: CommandTable): Promise<readonly Place[]> {
  const names = Object.keys(table)
  const first = { path: '', words: [...names, 'help'], options: ['--help', '--version'] }
  const commands = await Promise.all(
    Object.entries(table).map(async ([name, { load }]) => completionsOfCommand(name, await load())),
  )
  return [first, { path: 'help', words: names, options: [] }, ...commands.flat()]
}

function completionsOfCommand(name: string, { action }: CliCommand): readonly Place[] {
  if (isAction(action)) {
    return [placeOf(name, action.syntax)]
  }
  const subcommands = Object.entries(action).map(([subcommand, { syntax }]) =>
    placeOf(`${name} ${subcommand}`, syntax),
  )
  return [{ path: name, words: Object.keys(action), options: ['--help'] }, ...subcommands]
}

const placeOf = (path: string, { options, words = {} }: Syntax): Place => ({
  path,
  words: [],
  options: dashed(options),
  values: Object.fromEntries(
    Object.entries(words).map(([option, values]) => [`--${option}`, values]),
  ),
})

const dashed = (options: Options): readonly string[] =>
  [...Object.keys(options), 'help'].map((name) => `--${name}`)

/**
 * Shells with a script. Each script finds the place by the words without dashes. If a place has no
 * words, the shell completes file names.
 */
const SHELLS = ['bash', 'zsh', 'fish'] as const
export type Shell = (typeof SHELLS)[number]

const completionScript = (shell: Shell, places: readonly Place[]): string => SCRIPTS[shell](places)

/** The patterns of `case`, longest path first, since the first match decides. */
const casesOf = (places: readonly Place[]): readonly string[] =>
  places
    .toSorted((a, b) => b.path.length - a.path.length)
    .map(({ path, words, options, values = {} }) => {
      const pattern = path === '' ? `''` : `'${path}'|'${path} '*`
      const after = Object.entries(values)
        .map(([option, allowed]) => ` ${option}) values='${allowed.join(' ')}' ;;`)
        .join('')
      const inner = after === '' ? '' : `; case $before in${after} esac`
      return `    ${pattern}) words='${words.join(' ')}' options='${options.join(' ')}'${inner} ;;`
    })

const SCRIPTS: Readonly<Record<Shell, (places: readonly Place[]) => string>> = {
  bash: (places) => `\
_paper() {
  local current=\${COMP_WORDS[COMP_CWORD]} path='' words='' options='' values='' word
  local before=\${COMP_WORDS[COMP_CWORD-1]}
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    [[ $word == -* ]] || path+="\${path:+ }$word"
  done
  case $path in
${casesOf(places).join('\n')}
  esac
  [[ $current != -* ]] || words=$options
  [[ -z $values ]] || words=$values
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
}
complete -o default -F _paper paper`,

  zsh: (places) => `\
#compdef paper
_paper() {
  local path_='' words_='' options='' values='' word before=\${words[CURRENT-1]}
  for word in "\${(@)words[2,CURRENT-1]}"; do
    [[ $word == -* ]] || path_+="\${path_:+ }$word"
  done
  case $path_ in
${casesOf(places)
  .map((line) => line.replace(" words='", " words_='"))
  .join('\n')}
  esac
  if [[ -n $values ]]; then compadd -- \${=values}
  elif [[ $PREFIX == -* ]]; then compadd -- \${=options}
  elif [[ -n $words_ ]]; then compadd -- \${=words_}
  else _files
  fi
}
compdef _paper paper`,

  fish: (places) => `\
function __paper_at
  set -l path (string match --invert -- '-*' (commandline --tokenize --cut-at-cursor \\
    --current-process))[2..]
  test "$path" = "$argv[1]"; and return
  test -n "$argv[2]"; and string match --quiet -- "$argv[1] *" "$path"
end
complete --command paper --no-files --condition '__paper_at ""'
${places.flatMap(fishLines).join('\n')}`,
}

const fishLines = ({ path, words, options, values = {} }: Place): readonly string[] => {
  const line = `complete --command paper --condition '__paper_at "${path}"`
  return [
    ...(words.length === 0 ? [] : [`${line}' --no-files --arguments '${words.join(' ')}'`]),
    ...options.map((option) => {
      const allowed = values[option]
      const follows = allowed === undefined ? '' : ` --exclusive --arguments '${allowed.join(' ')}'`
      return `${line} deeper' --long-option ${option.slice('--'.length)}${follows}`
    }),
  ]
}
