/** The program `paper`: how it finds a command, and what it answers itself. */
import { describe, expect, test } from 'bun:test'
import { PAPER } from '../../src/clients/cli/commands'
import { chooseCommand } from '../../src/clients/cli/shared/paper'

async function chosen(line: string) {
  const found = await chooseCommand(PAPER, line === '' ? [] : line.split(' '))
  return 'command' in found ? [found.command.name, ...found.args].join(' ') : found
}

describe('paper', () => {
  test.each([
    ['keys list --json', 'keys list --json'],
    ['server', 'server'],
    ['help keys', 'keys --help'],
    ['--help keys', 'keys --help'],
    ['keys --help', 'keys --help'],
  ])('finds the command and its arguments: %s', async (line, found) => {
    expect(await chosen(line)).toBe(found)
  })

  test.each(['', 'help', '--help', '-h'])('lists every command for %j', async (line) => {
    const found = await chosen(line)
    const says = typeof found !== 'string' && 'says' in found ? found.says : ''
    expect(says.split('\n').every((each) => each.length <= 100)).toBe(true)
    for (const [name, { summary }] of Object.entries(PAPER.commands)) {
      expect(says).toMatch(new RegExp(`^  ${name} +${summary}$`, 'm'))
    }
  })

  test('prints its version, and that of Bun', async () => {
    const says = `paper-brokerage ${PAPER.version}, Bun ${Bun.version}`
    expect(await chosen('--version')).toEqual({ says })
  })

  test.each([
    ['kyes', 'paper has no command "kyes". Do you mean keys? paper --help lists all commands.'],
    ['serve', 'paper has no command "serve". Do you mean server? paper --help lists all commands.'],
    ['help xyz', 'paper has no command "xyz". paper --help lists all commands.'],
    ['toString', 'paper has no command "toString". paper --help lists all commands.'],
    ['--json', 'paper has no command "--json". paper --help lists all commands.'],
  ])('refuses %j: %s', async (line, fault) => {
    expect(await chosen(line)).toEqual({ fault })
  })
})
