/** `--help` of every program is help: it runs nothing and ends with status 0. */
import { describe, expect, test } from 'bun:test'
import { scripts } from '../../package.json'

const ROOT = new URL('../..', import.meta.url).pathname
/** Other projects' commands, with their own help, and the two that run whole suites. */
const OTHERS = [
  'test',
  'check',
  'fmt',
  'verify',
  'verify:versions',
  'prepack',
  'screenshots',
  'db:generate',
]
/** Two stand for the commands of `paper`, whose help test/cli/commands.test.ts reads. */
const commands = Object.entries(scripts).filter(
  ([name, script]) =>
    !OTHERS.includes(name) && (name === 'keys' || !script.startsWith('bun src/paper.ts ')),
)

/** Benchmarks look for both options by `helpWith`, and bench:history stands for them. */
const byHelper = /^bench:(?!history|prices|stream|feed)/
const optionsOf = (name: string) => (byHelper.test(name) ? ['--help'] : ['--help', '-h'])

describe.each(commands)('bun run %s', (name, script) => {
  test.each(optionsOf(name))('%s says how it is used', async (option) => {
    const [, ...program] = script.split(' ')
    const asked = Bun.spawn([process.execPath, ...program, option], {
      cwd: ROOT,
      env: { ...process.env, PORT: 'none', DATABASE_URL: 'none' },
      stdout: 'pipe',
      stderr: 'pipe',
    })
    const [help, complaint] = await Promise.all([
      new Response(asked.stdout).text(),
      new Response(asked.stderr).text(),
    ])
    expect([await asked.exited, complaint]).toEqual([0, ''])
    if (name === 'paper') expect(help).toContain('paper COMMAND')
    else expect(help).toMatch(new RegExp(`(?:paper|bun run) ${name}\\b`))
  })
})
