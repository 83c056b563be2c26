/** Arguments against the syntax of a command: what is read, and what is refused in which words. */
import { describe, expect, test } from 'bun:test'
import {
  asksForHelp,
  chooseSubcommand,
  readCommandLine,
  type Syntax,
} from '../../src/clients/cli/shared/command-line'
import { isFault } from '../../src/lib/fault'

const SYNTAX: Syntax = {
  operands: ['FILE', '[SYMBOL…]'],
  options: { since: 'text', account: 'texts', json: 'flag' },
}

function read(line: string, syntax = SYNTAX) {
  const found = readCommandLine(line === '' ? [] : line.split(' '), 'show', syntax)
  if (isFault(found)) return found.fault
  const { operands, text, texts, flag } = found
  return {
    operands,
    since: text('since'),
    accounts: texts('account'),
    json: flag('json'),
  }
}
const NOTHING = { since: undefined, accounts: [], json: false }

test.each([
  ['a.csv', { ...NOTHING, operands: ['a.csv'] }],
  ['a.csv KO MSFT', { ...NOTHING, operands: ['a.csv', 'KO', 'MSFT'] }],
  ['--since 5 a.csv', { ...NOTHING, operands: ['a.csv'], since: '5' }],
  ['a.csv --since=5', { ...NOTHING, operands: ['a.csv'], since: '5' }],
  ['a.csv --since -5', { ...NOTHING, operands: ['a.csv'], since: '-5' }],
  ['a.csv --since=--json', { ...NOTHING, operands: ['a.csv'], since: '--json' }],
  ['a.csv --since=', { ...NOTHING, operands: ['a.csv'], since: '' }],
  ['--account a --account b a.csv', { ...NOTHING, operands: ['a.csv'], accounts: ['a', 'b'] }],
  ['--json a.csv', { ...NOTHING, operands: ['a.csv'], json: true }],
  ['-- --json', { ...NOTHING, operands: ['--json'] }],
])('a command line is read: %s', (line, found) => {
  expect(read(line)).toEqual(found)
})

test.each([
  ['', 'show needs FILE; --help explains it.'],
  ['a.csv --sinc 5', 'show has no option --sinc; allowed: --since, --account, --json, --help'],
  ['a.csv -j', 'show has no option -j; allowed: --since, --account, --json, --help'],
  ['a.csv --no-json', 'show has no option --no-json; allowed: --since, --account, --json, --help'],
  [
    'a.csv --toString',
    'show has no option --toString; allowed: --since, --account, --json, --help',
  ],
  ['a.csv --since', '--since needs a value.'],
  ['a.csv --since --json', '--since needs a value.'],
  ['a.csv --since 1 --since 2', 'show takes --since only once.'],
  ['a.csv --json=no', '--json takes no value.'],
])('a command line is refused: %j: %s', (line, reason) => {
  expect(read(line)).toBe(reason)
})

test('a command without operands and options refuses both', () => {
  const nothing = { operands: [], options: {} }
  expect(read('a.csv', nothing)).toBe('show does not take "a.csv"; --help shows what it takes.')
  expect(read('--json', nothing)).toBe('show has no option --json; allowed: --help')
})

test('an operand that may repeat is needed once', () => {
  const files = { operands: ['FILE…'], options: {} }
  expect(read('', files)).toBe('show needs at least one FILE; --help explains it.')
  expect(read('a b c', files)).toMatchObject({ operands: ['a', 'b', 'c'] })
})

describe('the subcommand', () => {
  const entries = {
    list: { syntax: { operands: [], options: { json: 'flag' } } },
    rotate: { syntax: { operands: ['CLIENT_ID'], options: { name: 'text' } } },
  } as const
  const choose = (line: string) => {
    const chosen = chooseSubcommand(line === '' ? [] : line.split(' '), entries)
    return isFault(chosen) ? chosen.fault : [chosen.name, chosen.line.operands]
  }

  test('is the first operand of the command, wherever its options stand', () => {
    expect(choose('--json list')).toEqual(['list', []])
    expect(choose('--name Kim rotate pk_1')).toEqual(['rotate', ['pk_1']])
  })

  test.each([
    ['', 'Which command? list, rotate; --help explains them.'],
    ['lists', 'There is no command "lists"; allowed: list, rotate.'],
    ['toString', 'There is no command "toString"; allowed: list, rotate.'],
    ['list --name Kim', 'list has no option --name; allowed: --json, --help'],
    ['rotate', 'rotate needs CLIENT_ID; --help explains it.'],
  ])('of a command line is refused: %j: %s', (line, reason) => {
    expect(choose(line)).toBe(reason)
  })
})

test.each([
  ['--help', true],
  ['-h', true],
  ['rotate --help', true],
  ['create --cash x --help', true],
  ['help', false],
  ['-- --help', false],
])('arguments ask for help: %j is %p', (line, asks) => {
  expect(asksForHelp(line.split(' '))).toBe(asks)
})
