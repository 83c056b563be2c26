/** `paper exec`: a command beside a broker of its own. */
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { execCommand } from '../../src/clients/cli/exec/command'
import { run } from '../support/command'
import { aFolder } from '../support/folders'
import { PAPER } from '../support/programs'

const { PATH = '' } = process.env

function exec(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  return Bun.spawn([process.execPath, '--no-env-file', PAPER, 'exec', ...args], {
    env: { PATH, ...env },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  })
}

async function ended(process: ReturnType<typeof exec>) {
  const [said, complained] = await Promise.all([process.stdout.text(), process.stderr.text()])
  return { status: await process.exited, said, complained }
}

const ASK = `
const { PAPER_URL, PAPER_CLIENT_ID, PAPER_CLIENT_SECRET, SANDBOX_KEY } = process.env
const headers = { 'x-sandbox-key': SANDBOX_KEY }
const clock = await fetch(PAPER_URL + '/sandbox/clock', { headers })
const token = await fetch(PAPER_URL + '/v1/oauth/token', {
  method: 'POST',
  headers: { 'x-service-request-id': '1' },
  body: new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: PAPER_CLIENT_ID,
    client_secret: PAPER_CLIENT_SECRET,
  }),
})
console.log((await clock.json()).now, token.status, process.argv.slice(1).join(' '))
process.exitCode = 7
`

test('[exec.beside] [exec.status] a command finds a broker that is ready, and its status counts', async () => {
  const options = ['--clock', '2026-03-02T09:25-05:00', '--set', 'TOKEN_LIFETIME=60']
  const command = [process.execPath, '-e', ASK, '--', '--flag', 'word']
  const { status, said, complained } = await ended(exec([...options, '--', ...command]))
  expect([status, said]).toEqual([7, '2026-03-02T23:25:00.000+09:00 200 --flag word\n'])
  expect(complained).toStartWith('exec: a broker at http://127.0.0.1:')
})

test('[exec.apart] a command sees no variable of another server', async () => {
  const { said } = await ended(
    exec(['sh', '-c', 'echo "$DATABASE_URL|$PORT|$PAPER_ACCOUNT_ID|$HOME"'], {
      DATABASE_URL: 'postgres://elsewhere',
      PORT: '1',
      PAPER_ACCOUNT_ID: 'acc_elsewhere',
      HOME: '/home/of/mine',
    }),
  )
  expect(said).toBe('|||/home/of/mine\n')
})

test('[exec.status] a signal reaches the command, whose status counts', async () => {
  const waiting = exec(['sh', '-c', 'trap "exit 9" TERM; echo ready; sleep 60 & wait'])
  const reader = waiting.stdout.getReader()
  await reader.read()
  waiting.kill('SIGTERM')
  expect(await waiting.exited).toBe(9)
})

const outcomeOf = async (...args: readonly string[]) => (await run(execCommand, args)).outcome

test('[exec.status] the status of a command that a signal ends is that of a shell', async () => {
  expect(await outcomeOf('sh', '-c', 'kill -9 $$')).toEqual({ status: 137 })
})

test('[exec.status] a command that cannot be run, and a wrong option, have different statuses', async () => {
  expect(await outcomeOf('/nowhere/at-all')).toEqual({
    fault: expect.stringContaining('/nowhere/at-all cannot be run'),
    status: 127,
  })
  expect(await outcomeOf('--cash', 'lots', 'true')).toEqual({
    fault: expect.stringContaining('INITIAL_CASH: "lots" is not allowed'),
  })
})

test('[scenario.report] a scenario is reported line by line, written as JUnit, and its failure counts', async () => {
  const folder = await aFolder()
  const [scenario, junit] = [join(folder, 'halt.scenario'), join(folder, 'report.xml')]
  await Bun.write(
    scenario,
    'clock 2026-03-02T10:00-05:00\n10:00 market halt\n11:00 market resume\nexpect orders 1\n',
  )
  const ran = await ended(exec(['--scenario', scenario, '--junit', junit, 'true']))
  expect(ran.status).toBe(1)
  expect(ran.complained.split('\n').slice(1)).toEqual([
    '✓ 10:00:00  10:00 market halt',
    '· --:--:--  11:00 market resume',
    '✗ 10:00:00  expect orders 1  →  0 such, 0 others',
    '',
  ])
  const xml = await Bun.file(junit).text()
  expect(xml).toContain('<testsuites tests="3" failures="1" skipped="1">')
  expect(xml).toContain('name="4: expect orders 1"><failure message="0 such, 0 others"/>')
})
