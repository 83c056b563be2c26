/** `bun run rules`, as its parts. */
import { describe, expect, test } from 'bun:test'
import { citationsIn, testsIn } from './citations'
import { find, reportOf } from './lookup'
import { rulebookOf } from './rulebook'
import { listLines, reportJson, reportLines } from './show'

const book = rulebookOf(
  [
    '## Orders',
    '- **[order.hold-cash]** More than the buying power is 422 `too-dear`. _Why: no margin._',
    '- **[order.replay]** The same answer.',
    '## Live prices',
    '- **[live.ingest]** _(not yet)_ Prices come in.',
  ].join('\n'),
)
const ids = (asked?: string) => {
  const found = find(asked, book.rules)
  return 'rules' in found ? found.rules.map(({ id }) => id) : found
}

describe('what is asked for', () => {
  test('may be nothing, a subject, or an id with or without brackets', () => {
    expect(ids()).toEqual(['order.hold-cash', 'order.replay', 'live.ingest'])
    expect(ids('order.')).toEqual(['order.hold-cash', 'order.replay'])
    expect(ids('order')).toEqual(['order.hold-cash', 'order.replay'])
    expect(ids('[order.replay]')).toEqual(['order.replay'])
  })

  test('is answered with what is near it if there is no such rule', () => {
    expect(ids('ordr.hold-csh')).toEqual({ nearest: ['order.hold-cash'] })
    expect(ids('ingest')).toEqual({ nearest: ['live.ingest'] })
    expect(ids('zzz')).toEqual({ nearest: [] })
  })
})

describe('a rule', () => {
  const SOURCE =
    "/** [order.hold-cash] */\nif (no) return refused('no-money')\n\nrefused('other')\n"
  const TESTS = "test.skip('[order.hold-cash] is held', () => {})\n"
  const project = {
    book,
    sources: new Map([['src/a.ts', SOURCE]]),
    cited: citationsIn('src/a.ts', SOURCE),
    tests: testsIn('test/a.test.ts', TESTS),
    mentioned: [],
    texts: [],
  }
  const rule = book.rules.find(({ id }) => id === 'order.hold-cash')
  if (rule === undefined) throw new Error('no rule')
  const report = reportOf(rule, project, ['too-dear', 'no-money', 'other'])

  test('is shown with its code, its tests and its errors', () => {
    expect(reportLines(report, 80)).toEqual([
      '[order.hold-cash]  Orders',
      'More than the buying power is 422 `too-dear`.',
      'Why: no margin.',
      '',
      'Code',
      '  src/a.ts:1',
      '',
      'Tests',
      '  test/a.test.ts:1  [order.hold-cash] is held  (may be skipped)',
      '',
      'Error pages',
      '  /errors/too-dear',
      '  /errors/no-money',
    ])
  })

  test('is the same for programs', () => {
    expect(reportJson(report)).toMatchObject({
      id: 'order.hold-cash',
      at: 'docs/rules.md:2',
      code: [{ path: 'src/a.ts', line: 1 }],
      tests: [{ path: 'test/a.test.ts', mayBeSkipped: true }],
      errors: [{ code: 'too-dear', page: '/errors/too-dear' }, { code: 'no-money' }],
    })
  })

  test('is listed under its heading, wrapped, and marked if it is not yet built', () => {
    expect(listLines(book.rules, 44)).toEqual([
      'Orders',
      '  order.hold-cash  More than the buying',
      '                   power is 422 `too-dear`.',
      '  order.replay     The same answer.',
      '',
      'Live prices',
      '  live.ingest      (not yet) Prices come in.',
    ])
  })
})
