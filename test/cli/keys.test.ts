import { describe, expect, test } from 'bun:test'
import { CONTROL_KEYS } from '../../src/clients/cli/keys/command'
import { amount } from '../../src/core/money'
import { atMs } from '../../src/core/time'
import { findAccount } from '../../src/ledger/accounts'
import { freshDatabase } from '../support/database'

const database = await freshDatabase()
const deps: Parameters<typeof CONTROL_KEYS.answer>[0] = {
  drizzle: database.drizzle,
  initialCash: amount('1234'),
  fillProfile: 'standard@2',
  serverUrl: '',
  now: () => atMs(1_700_000_000_000),
}

/** The text of a command that must be carried out. */
async function say(...args: readonly string[]): Promise<string> {
  const { ok, text } = await CONTROL_KEYS.answer(deps, args)
  if (!ok) throw new Error(text)
  return text
}

const made = /^client {3}(\S+)\nsecret {3}(\S+) {3}\(shown this once\)/

describe('the answer of paper keys', () => {
  test('has id, secret and accounts of a new client, and a table without secrets', async () => {
    expect(await say('list')).toBe('There are no clients yet.')
    const created = await say('create', '--name', 'Kim', '--scope', 'READ_ONLY')
    const [, clientId = '', secret = ''] = made.exec(created) ?? []
    const accountId = /^account {2}(acc_\S+)$/m.exec(created)?.[1]
    const account = `${accountId} standard@2`
    const row = `${clientId}   Kim    READ_ONLY   enabled   2023-11-15 07:13   ${account}`
    expect((await say('list')).split('\n')).toEqual([expect.stringMatching(/^CLIENT +NAME/), row])
    expect(await say('rotate', clientId)).not.toContain(secret)
    expect(await say('revoke', clientId)).toBe(
      `${clientId}: 0 tokens revoked, a running server notices within 5 s.`,
    )
    expect(await say('disable', clientId)).toContain('403 client-disabled')
    expect(await say('list')).toContain('  disabled  ')
  })

  test('is one line of JSON with --json', async () => {
    const key = JSON.parse(await say('create', '--json', '--accounts', '2'))
    expect(Object.keys(key).sort()).toEqual(
      ['accountIds', 'clientId', 'clientSecret', 'name', 'scope'].sort(),
    )
    const { clientId } = key
    expect(JSON.parse(await say('disable', clientId, '--json'))).toEqual({
      clientId,
      disabledAt: '2023-11-15T07:13:20.000+09:00',
    })
    expect(JSON.parse(await say('enable', clientId, '--json'))).toEqual({
      clientId,
      disabledAt: null,
    })
    const { clients } = JSON.parse(await say('list', '--json'))
    expect(clients).toContainEqual(expect.objectContaining({ clientId, disabledAt: null }))
  })

  test('has a new account with the cash of --cash, or of INITIAL_CASH', async () => {
    const { clientId, accountIds } = JSON.parse(await say('create', '--json'))
    const { accountId } = JSON.parse(await say('add-account', clientId, '--cash', '5', '--json'))
    expect((await findAccount(database, accountIds[0]))?.cash.toFixed()).toBe('1234')
    expect((await findAccount(database, accountId))?.cash.toFixed()).toBe('5')
    expect(await say('remove-account', clientId, accountId)).toContain('no longer has')
  })

  test('has a new account that fills by --profile, or by FILL_PROFILE', async () => {
    const { clientId, accountIds } = JSON.parse(await say('create', '--json'))
    const strict = await say('add-account', clientId, '--profile', 'strict', '--json')
    const { accountId } = JSON.parse(strict)
    expect((await findAccount(database, accountIds[0]))?.fillProfile).toBe('standard@2')
    expect((await findAccount(database, accountId))?.fillProfile).toBe('strict@2')
    const { clients } = JSON.parse(await say('list', '--json'))
    expect(clients).toContainEqual(
      expect.objectContaining({
        clientId,
        accounts: expect.arrayContaining([
          { accountId: accountIds[0], fillProfile: 'standard@2' },
          { accountId, fillProfile: 'strict@2' },
        ]),
      }),
    )
  })

  test('has accounts that exist, each once', async () => {
    const { accountIds } = JSON.parse(await say('create', '--json', '--accounts', '2'))
    const [one, other] = accountIds
    const named = [one, other, one].flatMap((id: string) => ['--account', id])
    const key = JSON.parse(await say('create', '--json', ...named))
    expect(key.accountIds).toEqual(accountIds)
    const { clientId } = JSON.parse(await say('create', '--json'))
    expect(await say('add-account', clientId, '--account', one)).toContain(`has the account ${one}`)
  })

  test('is not ok if the command fails', async () => {
    expect(await CONTROL_KEYS.answer(deps, ['rotate', 'pk_none'])).toEqual({
      ok: false,
      text: 'There is no client pk_none; `list` shows all clients.',
    })
  })
})

describe('the arguments of paper keys are refused', () => {
  test.each([
    ['', 'Which command? create, list,'],
    ['lists', 'There is no command "lists"; allowed: create, list,'],
    ['rotate', 'rotate needs CLIENT_ID; --help explains it.'],
    ['remove-account pk_1', 'remove-account needs ACCOUNT_ID;'],
    ['remove-account', 'remove-account needs CLIENT_ID and ACCOUNT_ID;'],
    ['disable pk_1 pk_2', 'disable does not take "pk_2"; --help shows what it takes.'],
    ['create pk_1', 'create does not take "pk_1"'],
    ['create --foo', 'create has no option --foo; allowed: --scope, --name, --accounts,'],
    ['list -v', 'list has no option -v; allowed: --json, --help'],
    ['list --scope TRADE', 'list has no option --scope; allowed: --json, --help'],
    ['add-account pk_1 --accounts 2', 'add-account has no option --accounts; allowed: --account,'],
    ['create --scope', '--scope needs a value.'],
    ['create --scope trade', '--scope: "trade" is not allowed; allowed: TRADE or READ_ONLY'],
    ['create --scope TRADE --scope READ_ONLY', 'create takes --scope only once.'],
    ['add-account pk_1 --account a --account b', 'add-account takes --account only once.'],
    ['create --accounts 0', '--accounts: "0" is not allowed; allowed: a whole number from 1 to 50'],
    ['create --accounts 51', '--accounts: "51"'],
    ['create --cash 1e6', '--cash: "1e6" is not allowed; allowed: US dollars'],
    ['create --cash 0.001', '--cash: "0.001"'],
    [
      'create --profile real',
      '--profile: "real" is not allowed; allowed: ideal or standard or strict',
    ],
    ['create --cash -5', '--cash: "-5" is not allowed; allowed: US dollars'],
    ['create --name=', '--name: ""'],
    ['create --name --json', '--name needs a value.'],
    ['create --account acc_1 --accounts 2', '--account names accounts that exist'],
    ['add-account pk_1 --account acc_1 --cash 5', '--account names an account that exists'],
    ['list --json=no', '--json takes no value.'],
  ])('in one line: %s', async (line, says) => {
    const args = line === '' ? [] : line.split(' ')
    const { ok, text } = await CONTROL_KEYS.answer(deps, args)
    expect(ok).toBe(false)
    expect(text).toStartWith(says)
    expect(text).not.toContain('\n')
  })

  test.each([['a\nb'], [' a'], ['x'.repeat(65)]])('if the name is %j', async (name) => {
    expect((await CONTROL_KEYS.answer(deps, ['create', '--name', name])).ok).toBe(false)
  })
})
