/** `--help` of every command is help: it runs nothing and ends with status 0. */
import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import { scripts } from '../../package.json'

/** Processes are started, and others may keep the machine busy. */
setDefaultTimeout(60_000)

const ROOT = new URL('../..', import.meta.url).pathname
/** Other projects' commands, with their own help, and the one that runs them all. */
const OTHERS = ['test', 'check', 'fmt', 'verify', 'prepack', 'screenshots', 'db:generate']
const commands = Object.entries(scripts).filter(([name]) => !OTHERS.includes(name))

describe.each(commands)('bun run %s', (name, script) => {
  test.each(['--help', '-h'])('%s says how it is used', async (option) => {
    const [, file = ''] = script.split(' ')
    const asked = Bun.spawn([process.execPath, file, option], {
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
    if (name !== 'server') expect(help).toContain(`bun run ${name}`)
  })
})
