/** `paper completion`: what bash offers is what the commands take. */
import { describe, expect, test } from 'bun:test'
import { PAPER } from '../../src/clients/cli/commands'
import { completionCommand } from '../../src/clients/cli/completion/command'
import { run } from '../support/command'

const script = async (shell: string) => {
  const { outcome, said } = await run(
    completionCommand(() => PAPER.commands),
    [shell],
  )
  expect(outcome).toBeUndefined()
  return said
}

/** What Tab offers after the line; its last word is what has been written of the next. */
function offered(bash: string, line: string): readonly string[] {
  const words = line.split(' ')
  const asked = `COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')})
    COMP_CWORD=${words.length - 1}
    _paper
    printf '%s\\n' "\${COMPREPLY[@]}"`
  const { stdout, stderr } = Bun.spawnSync(['bash', '-c', `${bash}\n${asked}`])
  expect(stderr.toString()).toBe('')
  return stdout.toString().trimEnd().split('\n')
}

describe('in bash, Tab', async () => {
  const bash = await script('bash')

  test.each([
    ['paper ke', ['keys']],
    ['paper keys r', ['rotate', 'revoke', 'remove-account']],
    ['paper help ke', ['keys']],
    ['paper keys rotate --', ['--json', '--cells', '--help']],
    ['paper keys rotate pk_1 --j', ['--json']],
    ['paper audit --', ['--json', '--cells', '--help']],
    ['paper --v', ['--version']],
    ['paper market chart --co', ['--count']],
    ['paper order buy AAPL 10 --tif ', ['DAY', 'IOC', 'FOK', 'OPG', 'CLS', 'GTC']],
    ['paper order sell AAPL 10 --tif F', ['FOK']],
    ['paper candles KO --interval 1', ['1m', '15m', '1h', '1d', '1w', '1mo']],
  ])('offers after %j: %j', (line, words) => {
    expect(offered(bash, line)).toEqual([...words])
  })

  test('leaves names of files to the shell if no word of a command can follow', () => {
    expect(bash).toContain('complete -o default -F _paper paper')
    expect(offered(bash, 'paper bars import a')).toEqual([''])
  })
})

test.each(['zsh', 'fish'])('%s has a script that names each subcommand', async (shell) => {
  const text = await script(shell)
  for (const word of ['remove-account', 'chart', 'skip-refused']) expect(text).toContain(word)
})

test('another shell is refused', async () => {
  const { outcome } = await run(
    completionCommand(() => PAPER.commands),
    ['tcsh'],
  )
  expect(outcome).toEqual({
    fault: 'SHELL: "tcsh" is not allowed; allowed: bash or zsh or fish',
  })
})
