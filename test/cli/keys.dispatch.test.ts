import { describe, expect, test } from 'bun:test'
import { answerKeys } from '../../src/clients/cli/keys/command'
import { amount } from '../../src/core/money'
import { atMs } from '../../src/core/time'
import { findAccount } from '../../src/ledger/accounts'
import { freshDatabase } from '../support/database'

const database = await freshDatabase()
const deps: Parameters<typeof answerKeys>[0] = {
  drizzle: database.drizzle,
  initialCash: amount('1234'),
  fillProfile: 'standard@2',
  now: () => atMs(1_700_000_000_000),
}

/** The text of a command that must be carried out. */
async function say(...args: readonly string[]): Promise<string> {
  const { ok, text } = await answerKeys(deps, args)
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

  test('is not ok if the command is wrong or fails', async () => {
    expect(await answerKeys(deps, ['rotate'])).toEqual({
      ok: false,
      text: 'rotate needs CLIENT_ID; --help explains it.',
    })
    expect((await answerKeys(deps, ['rotate', 'pk_none'])).ok).toBe(false)
  })
})
