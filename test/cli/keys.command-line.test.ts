/** `paper keys` as a process, beside a server that has the folder open, and without one. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { auditCommand } from '../../src/clients/cli/audit/command'
import { keysCommand } from '../../src/clients/cli/keys/command'
import { faultOfError } from '../../src/clients/cli/shared/paper'
import { VARIABLES } from '../../src/server/config/config'
import { run } from '../support/command'
import { patientFetch } from '../support/patient-fetch'
import { PAPER, SERVER } from '../support/programs'

const ROOT = join(import.meta.dir, '../..')
const folder = mkdtempSync(join(tmpdir(), 'paper-keys-'))
const DATA_DIR = join(folder, 'paper')
const SOCKET = join(DATA_DIR, 'control.sock')

const unset = Object.fromEntries(VARIABLES.map((variable) => [variable, '']))

const spawn = (program: string, args: readonly string[], settings: Record<string, string> = {}) =>
  Bun.spawn([process.execPath, '--no-env-file', program, ...args], {
    cwd: ROOT,
    env: {
      PATH: process.env.PATH,
      ...unset,
      DATA_DIR,
      PORT: '0',
      LOG: 'text',
      RATE_LIMIT: 'off',
      ...settings,
    },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  })
type Child = ReturnType<typeof spawn>

async function keys(args: readonly string[], settings: Record<string, string> = {}) {
  const child = spawn(PAPER, ['keys', ...args], settings)
  const [output, errors, status] = await Promise.all([
    child.stdout.text(),
    child.stderr.text(),
    child.exited,
  ])
  return { output, errors, status }
}

/** The JSON of a command that must succeed. */
async function done(...args: readonly string[]) {
  const { output, errors, status } = await keys([...args, '--json'])
  if (status !== 0) throw new Error(errors)
  return JSON.parse(output)
}

const servers: Child[] = []

/** Its URL, once it listens. */
async function startServer(): Promise<{ child: Child; url: string }> {
  const child = spawn(SERVER, [])
  servers.push(child)
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of child.stdout) {
    text += decoder.decode(chunk, { stream: true })
    const url = /^listening +(\S+)/m.exec(text)?.[1]
    if (url !== undefined) return { child, url }
  }
  throw new Error(`The server has ended: ${text}${await child.stderr.text()}`)
}

afterAll(async () => {
  for (const child of servers) child.kill('SIGKILL')
  await Promise.all(servers.map(({ exited }) => exited))
  rmSync(folder, { recursive: true })
})

/** What a server that is killed leaves behind. */
async function leaveDeadSocket(): Promise<void> {
  const serve = `Bun.serve({ unix: process.argv[1], fetch: () => new Response() })`
  const script = `${serve}; process.kill(process.pid, 'SIGKILL')`
  await Bun.spawn([process.execPath, '-e', script, SOCKET]).exited
  if (!existsSync(SOCKET)) throw new Error('no socket was left')
}

describe('paper keys beside a server on an embedded folder', () => {
  let made: { readonly clientId: string; readonly clientSecret: string }
  let url: string
  let child: Child

  beforeAll(async () => {
    made = await done('create')
    await leaveDeadSocket()
    const started = await startServer()
    url = started.url
    child = started.child
  })

  async function tokenStatus(id: string, secret: string): Promise<number> {
    const { status } = await patientFetch(`${url}/v1/oauth/token`, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'x-service-request-id': 'test',
      },
      body: `grant_type=client_credentials&client_id=${id}&client_secret=${secret}`,
    })
    return status
  }

  test('[key.running-server] uses a socket of its owner alone, not a dead server’s', () => {
    expect((statSync(SOCKET).mode & 0o777).toString(8)).toBe('600')
  })

  test('[run.audit] asks the server that has the folder open', async () => {
    const { outcome, said } = await run(auditCommand, [], { env: { DATA_DIR } })
    expect(outcome).toBeUndefined()
    expect(said).toContain('nothing is wrong')
  })

  test('makes a key before the first start, which is then the only one', async () => {
    expect(await tokenStatus(made.clientId, made.clientSecret)).toBe(200)
    expect((await done('list')).clients).toHaveLength(1)
  })

  test('makes, rotates and disables keys while the server runs', async () => {
    const { clientId, clientSecret } = await done('create', '--accounts', '2')
    expect(await tokenStatus(clientId, clientSecret)).toBe(200)
    const rotated = await done('rotate', clientId)
    expect(rotated.tokensRevoked).toBe(1)
    expect(await tokenStatus(clientId, clientSecret)).toBe(401)
    expect(await tokenStatus(clientId, rotated.clientSecret)).toBe(200)
    await done('disable', clientId)
    expect(await tokenStatus(clientId, rotated.clientSecret)).toBe(403)
  })

  test('prints one line, and ends with status 1, if it fails', async () => {
    expect(await keys(['enable', 'pk_none'])).toEqual({
      output: '',
      errors: 'There is no client pk_none; `list` shows all clients.\n',
      status: 1,
    })
  })

  test('finds no socket after the end of the server', async () => {
    child.kill('SIGTERM')
    expect(await child.exited).toBe(0)
    expect(existsSync(SOCKET)).toBe(false)
  })
})

describe('paper keys without a server', () => {
  test.each([
    ['data in memory', { DATA_DIR: 'memory' }, 'DATA_DIR=memory keeps the keys inside the server'],
    ['a misspelt folder', { DATA_DIR: join(folder, 'none') }, 'There is no folder'],
    ['a wrong variable', { PORT: 'http' }, 'PORT: "http" is not allowed'],
    ['no database server', { DATABASE_URL: 'postgres://paper:pw@127.0.0.1:1/p' }, 'Cannot reach'],
  ])('says why in one line: %s', async (_, settings, says) => {
    const env = { DATA_DIR, ...settings }
    const outcome = await run(keysCommand, ['list'], { env })
      .then(({ outcome }) => outcome)
      .catch(faultOfError)
    expect(outcome?.fault).toStartWith(says)
    expect(outcome?.fault).not.toContain('\n')
  })

  test('does not make a misspelt folder', () => {
    expect(existsSync(join(folder, 'none'))).toBe(false)
  })
})
