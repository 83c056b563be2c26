import { describe, expect, test } from 'bun:test'
import { type KeyCommand, readKeyRequest } from '../../src/clients/cli/keys/command'
import { isFault } from '../../src/lib/fault'

const parse = (line: string) => readKeyRequest(line === '' ? [] : line.split(' '))

const fresh = { kind: 'new', count: 1, cash: null, profile: null } as const
const create = { command: 'create', scope: 'TRADE', name: null, accounts: fresh } as const

describe('the arguments of paper keys are read', () => {
  test.each<[string, KeyCommand]>([
    ['create', create],
    ['create --scope READ_ONLY', { ...create, scope: 'READ_ONLY' }],
    ['create --name=Kim', { ...create, name: 'Kim' }],
    ['create --accounts 50', { ...create, accounts: { ...fresh, count: 50 } }],
    [
      'create --account acc_1 --account acc_2 --account acc_1',
      { ...create, accounts: { kind: 'existing', accountIds: ['acc_1', 'acc_2'] } },
    ],
    ['list', { command: 'list' }],
    ['rotate pk_1', { command: 'rotate', clientId: 'pk_1' }],
    ['revoke pk_1', { command: 'revoke', clientId: 'pk_1' }],
    ['disable pk_1', { command: 'disable', clientId: 'pk_1' }],
    ['enable pk_1', { command: 'enable', clientId: 'pk_1' }],
    [
      'add-account pk_1',
      {
        command: 'add-account',
        clientId: 'pk_1',
        account: { kind: 'new', cash: null, profile: null },
      },
    ],
    [
      'add-account pk_1 --account acc_1',
      {
        command: 'add-account',
        clientId: 'pk_1',
        account: { kind: 'existing', accountId: 'acc_1' },
      },
    ],
    [
      'remove-account pk_1 acc_1',
      { command: 'remove-account', clientId: 'pk_1', accountId: 'acc_1' },
    ],
  ])('as a command: %s', (line, command) => {
    expect(parse(line)).toEqual({ command, json: false })
  })

  test('with --cash as US dollars, exact', () => {
    const request = parse('create --cash 50000.10')
    if (isFault(request) || request.command.command !== 'create') {
      throw new Error('not a create')
    }
    const { accounts } = request.command
    expect(accounts.kind === 'new' && accounts.cash?.toFixed()).toBe('50000.1')
  })

  test('with --json anywhere', () => {
    expect(parse('--json list')).toEqual({ command: { command: 'list' }, json: true })
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
  ])('in one line: %s', (line, says) => {
    const parsed = parse(line)
    if (!isFault(parsed)) throw new Error('not refused')
    expect(parsed.fault).toStartWith(says)
    expect(parsed.fault).not.toContain('\n')
  })

  test.each([['a\nb'], [' a'], ['x'.repeat(65)]])('if the name is %j', (name) => {
    expect(isFault(readKeyRequest(['create', '--name', name]))).toBe(true)
  })
})
