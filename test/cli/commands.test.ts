/** Every command has a script, and a help that names all that it takes. */
import { describe, expect, test } from 'bun:test'
import { scripts } from '../../package.json'
import { PAPER } from '../../src/clients/cli/commands'
import type { Syntax } from '../../src/clients/cli/shared/command-line'
import { action, type CliCommand, isAction } from '../../src/clients/cli/shared/command-line'
import { runCommand } from '../../src/clients/cli/shared/paper'
import { StartError } from '../../src/postgres/errors'
import { PROGRAM, recordingTerminal } from '../support/command'

const commands = await Promise.all(
  Object.entries(PAPER.commands).map(async ([name, { load, summary }]) => ({
    name,
    summary,
    command: await load(),
  })),
)
const syntaxesOf = ({ name, action }: CliCommand): readonly (readonly [string, Syntax])[] =>
  isAction(action)
    ? [[name, action.syntax]]
    : Object.entries(action).map(([subcommand, { syntax }]) => [subcommand, syntax])

async function ran(command: CliCommand, args: readonly string[], stopped = new AbortController()) {
  const terminal = recordingTerminal()
  const context = { terminal, env: {}, program: PROGRAM, stopped: stopped.signal }
  const status = await runCommand(command, args, context)
  return { status, said: terminal.said.join('\n'), complaints: terminal.complaints }
}

describe.each(commands)('the command $name', ({ name, summary, command }) => {
  test('has the name of its entry and of its script', () => {
    expect(command.name).toBe(name)
    // The script of this name checks the repository.
    if (name === 'verify') return
    const others: Readonly<Record<string, string>> = {
      server: 'src/main.ts',
      // A clone measures the server beside others.
      bench: 'bench/bench.ts',
    }
    expect(scripts).toHaveProperty(name, `bun ${others[name] ?? `src/paper.ts ${name}`}`)
    expect(summary.length).toBeLessThan(70)
  })

  test('has a help of at most 100 columns that names its subcommands and operands', async () => {
    const { status, said, complaints } = await ran(command, ['--help'])
    expect({ status, said, complaints }).toEqual({ status: 0, said: command.help, complaints: [] })
    expect(Math.max(...said.split('\n').map((line) => line.length))).toBeLessThanOrEqual(100)
    for (const [subcommand, { operands }] of syntaxesOf(command)) {
      const words = isAction(command.action) ? operands : [subcommand, ...operands]
      expect(said).toContain(['paper', name, ...words].join(' '))
    }
  })

  test('has a help that names the options that it takes, and no other', () => {
    const taken = syntaxesOf(command).flatMap(([, { options }]) => Object.keys(options))
    const named = [...command.help.matchAll(/--([a-z][a-z-]*)/g)].map(([, option = '']) => option)
    expect([...new Set(named)].sort()).toEqual([...new Set(taken)].sort())
  })

  test('gives an option a value in all of its subcommands or in none', () => {
    // An option may come before the subcommand; then only its name says whether a value follows.
    const taken = syntaxesOf(command).flatMap(([, { options }]) => Object.entries(options))
    for (const [option, ofOption] of Map.groupBy(taken, ([name]) => name)) {
      const kinds = new Set(ofOption.map(([, kind]) => (kind === 'flag' ? 'flag' : 'value')))
      expect([option, kinds.size]).toEqual([option, 1])
    }
  })

  test('refuses a mistyped option in one line that says what is allowed', async () => {
    for (const [subcommand, { operands }] of syntaxesOf(command)) {
      const words = isAction(command.action) ? [] : [subcommand]
      // First, since what follows the operands of `exec` is another command's.
      const { status, complaints } = await ran(command, [...words, '--tpyo', '--', ...operands])
      const line = expect.stringMatching(
        new RegExp(`^${subcommand} has no option --tpyo; allowed: .*--help(?:$|; )`),
      )
      expect({ status, complaints }).toEqual({ status: 1, complaints: [line] })
    }
  })
})

describe('the exit status of a command', () => {
  const failing = (error: () => Error): CliCommand => ({
    name: 'fail',
    help: '',
    action: action({ operands: [], options: {} }, () => {
      throw error()
    }),
  })
  const broken = failing(() => new Error('Failed query: select 1', { cause: new Error('no disk') }))

  test('is 1 if it throws, and one line says why', async () => {
    const { status, complaints } = await ran(broken, [])
    expect([status, complaints]).toEqual([1, ['The command failed: no disk']])
  })

  test('is 1 if it cannot start, and the line is ready to be read', async () => {
    const { status, complaints } = await ran(
      failing(() => new StartError('There is no folder.')),
      [],
    )
    expect([status, complaints]).toEqual([1, ['There is no folder.']])
  })

  test("is the signal's if one came, and what fails because of it is not printed", async () => {
    const stopped = new AbortController()
    stopped.abort(130)
    const { status, complaints } = await ran(broken, [], stopped)
    expect([status, complaints]).toEqual([130, []])
  })
})
