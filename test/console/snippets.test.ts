/** The snippets of the page "Keys", run as they are pasted. */
import { afterAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  SNIPPETS,
  type SnippetName,
  snippetOf,
} from '../../src/clients/console/pages/keys/snippets'
import { readConfig } from '../../src/server/config/config'
import { openApi } from '../support/api'
import { PROGRAM } from '../support/command'
import { CLIENT_SECRET } from '../support/trading-floor'

const api = await openApi()
api.app.listen({ hostname: '127.0.0.1', port: 0 })
await api.operator.addClient('pk_test_reader', { scope: 'READ_ONLY', accounts: ['acc_reader'] })
await api.operator.addClient('pk_test_bot', { accounts: ['acc_bot', 'acc_other'] })
const folder = mkdtempSync(join(tmpdir(), 'paper-snippets-'))
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await api.app.server?.stop(true)
})

const factsOf = (trades: boolean) => ({
  url: api.app.server?.url.origin ?? '',
  clientId: trades ? 'pk_test_bot' : 'pk_test_reader',
  clientSecret: CLIENT_SECRET,
  accountId: trades ? 'acc_bot' : 'acc_reader',
  trades,
})

const RUNS: Readonly<Record<Exclude<SnippetName, 'env'>, readonly string[]>> = {
  curl: ['bash', 'snippet.sh'],
  typescript: ['bun', 'snippet.ts'],
  python: ['python3', 'snippet.py'],
}

/** Runs it in an empty folder, with nothing in the environment but PATH and HOME. */
async function ran(name: Exclude<SnippetName, 'env'>, trades: boolean): Promise<string> {
  const [program = '', file = ''] = RUNS[name]
  writeFileSync(join(folder, file), snippetOf(name, factsOf(trades)))
  const running = Bun.spawn([program, file], {
    cwd: folder,
    env: { PATH: process.env.PATH ?? '', HOME: folder },
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [said, complained] = await Promise.all([
    new Response(running.stdout).text(),
    new Response(running.stderr).text(),
  ])
  expect([await running.exited, complained]).toEqual([0, ''])
  return said
}

const PROGRAMS = SNIPPETS.filter((name) => name !== 'env')
const RUN_MS = 30_000

describe.each(PROGRAMS)('the %s snippet', (name) => {
  const missing = Bun.which(RUNS[name][0] ?? '') === null

  test.skipIf(missing)(
    'reads the account and buys one share',
    async () => {
      const said = await ran(name, true)
      expect(said).toContain('acc_bot')
      expect(said).toMatch(/ord_\w+/)
    },
    RUN_MS,
  )

  test.skipIf(missing)(
    'of a key that only reads places no order',
    async () => {
      const said = await ran(name, false)
      expect(said).toContain('acc_reader')
      expect(said).not.toContain('insufficient-scope')
    },
    RUN_MS,
  )
})

describe('[console.environment] the .env snippet', () => {
  /** Runs a program in a folder that has only the `.env`. Returns its output. */
  async function besideEnv(program: readonly string[]): Promise<string> {
    writeFileSync(join(folder, '.env'), snippetOf('env', factsOf(true)))
    const running = Bun.spawn([...program], {
      cwd: folder,
      env: { PATH: process.env.PATH ?? '', HOME: folder },
      stdout: 'pipe',
      stderr: 'pipe',
    })
    const [said, complained] = await Promise.all([
      new Response(running.stdout).text(),
      new Response(running.stderr).text(),
    ])
    rmSync(join(folder, '.env'))
    expect([await running.exited, complained]).toEqual([0, ''])
    return said
  }

  test(
    'is all that `paper` needs, the account included',
    async () => {
      const { account } = JSON.parse(await besideEnv([...PROGRAM, 'account', '--json']))
      expect(account).toMatchObject({ accountId: 'acc_bot' })
    },
    RUN_MS,
  )

  test('reaches a program that Bun runs, under the names that the examples read', async () => {
    const { url, clientId, clientSecret, accountId } = factsOf(true)
    const printed = await besideEnv([
      process.execPath,
      '-e',
      'console.log(JSON.stringify(process.env))',
    ])
    expect(JSON.parse(printed)).toMatchObject({
      PAPER_URL: url,
      PAPER_CLIENT_ID: clientId,
      PAPER_CLIENT_SECRET: clientSecret,
      PAPER_ACCOUNT_ID: accountId,
    })
  })

  test('hinders no server that is started in the same folder', () => {
    const variables = Object.fromEntries(
      snippetOf('env', factsOf(true))
        .trim()
        .split('\n')
        .map((line) => line.split('=')),
    )
    expect(readConfig(variables)).not.toHaveProperty('faults')
  })
})
