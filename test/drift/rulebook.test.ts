/** docs/rules.md, the code and the tests hold each other. */
import { describe, expect, test } from 'bun:test'
import { citationsIn, citationsInPage, sectionsIn, testsIn } from '../rulebook/citations'
import { readProject } from '../rulebook/project'
import { ranIn } from '../rulebook/ran'
import { rulebookOf } from '../rulebook/rulebook'

const { book, cited, mentioned, tests, texts } = readProject()
const { rules } = book
const known = new Set(rules.map(({ id }) => id))
const built = rules.filter(({ notYet }) => !notYet).map(({ id }) => id)
const where = ({ id, path, line }: { id: string; path: string; line: number }): string =>
  `${path}:${line}: [${id}]`

describe('docs/rules.md', () => {
  test('has each rule once, in a form that can be read', () => {
    const ids = rules.map(({ id }) => id)
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([])
    expect(book.unread).toEqual([])
  })

  test('lists at its end exactly the rules that are marked as not yet built', () => {
    expect(book.notYet).toEqual(rules.filter(({ notYet }) => notYet).map(({ id }) => id))
  })
})

describe('a rule that is cited', () => {
  test('is one that there is', () => {
    const citations = [...cited, ...mentioned, ...tests]
    expect(citations.filter(({ id }) => !known.has(id)).map(where)).toEqual([])
  })

  test('is cited by its name, not by the number of a section', () => {
    expect(
      texts.flatMap(([path, text]) => sectionsIn(text).map((name) => `${path}: ${name}`)),
    ).toEqual([])
  })
})

test('the rules are looked for in the pages as well', () => {
  const paths = texts.map(([path]) => path)
  for (const page of ['README.md', 'docs/rules.md', 'docs/decisions/postgres-driver.md']) {
    expect(paths).toContain(page)
  }
})

describe('a rule that is built', () => {
  test('is cited by the code that carries it out', () => {
    const citedIds = new Set(cited.map(({ id }) => id))
    expect(built.filter((id) => !citedIds.has(id))).toEqual([])
  })

  test('is named by a test that runs in every run', () => {
    const running = tests.filter(({ mayBeSkipped }) => !mayBeSkipped)
    const testedIds = new Set(running.map(({ id }) => id))
    expect(built.filter((id) => !testedIds.has(id))).toEqual([])
  })
})

describe('a rule that is not yet built', () => {
  const waiting = new Set(rules.filter(({ notYet }) => notYet).map(({ id }) => id))

  test('is cited by no code and named by no test: who builds it takes its mark away', () => {
    expect([...cited, ...tests].filter(({ id }) => waiting.has(id)).map(where)).toEqual([])
  })
})

describe('a run', () => {
  const RUN = `<testsuites><testsuite name="t.ts">
    <testcase name="[a.b] says" classname="a group" />
    <testcase name="[a.c] is skipped" classname="a group"><skipped /></testcase>
    <testcase name="says" classname="[a.d] a group &gt; within"></testcase>
    <testcase name="[a.e] fails" classname="g"><failure /></testcase>
  </testsuite></testsuites>`

  test('has tested the rules of the tests that it ran, by their titles or their groups', () => {
    expect([...ranIn(RUN)].sort()).toEqual(['a.b', 'a.d', 'a.e'])
  })

  test('is read whole, or refused', () => {
    expect(() => ranIn('<html>')).toThrow('no JUnit report')
    expect(() => ranIn(RUN.replace('</testsuites>', ''))).toThrow('no JUnit report')
  })
})

describe('the reading', () => {
  const PAGE = [
    '## Orders',
    '- **[order.hold-cash]** A BUY holds cash. _Why: the ask may move._',
    '- **[order.replay]** _(not yet)_ The same answer.',
    '- [order.odd] has no form',
    '## Not yet',
    '- `order.replay`',
  ].join('\n')

  test('of the page tells a rule, its heading, its reason and its mark', () => {
    const { rules, notYet, unread } = rulebookOf(PAGE)
    expect(rules[0]).toEqual({
      id: 'order.hold-cash',
      heading: 'Orders',
      text: 'A BUY holds cash.',
      why: 'the ask may move.',
      notYet: false,
      line: 2,
    })
    expect(rules[1]).toMatchObject({ id: 'order.replay', why: null, notYet: true })
    expect({ notYet, unread }).toEqual({
      notYet: ['order.replay'],
      unread: ['- [order.odd] has no form'],
    })
  })

  test('finds citations in comments only, with their lines', () => {
    const source = "const a = '[a.b]'\n/** Holds.\n * [a.c-d] [e.F_G] */\nx[a.b] // as [a.h]\n"
    expect(citationsIn('p.ts', source).map(({ id, line }) => `${id} ${line}`)).toEqual([
      'a.c-d 3',
      'e.F_G 3',
      'a.h 4',
    ])
  })

  test('of a page leaves links alone', () => {
    const page = 'See [fills.md](fills.md) and [a.b].'
    expect(citationsInPage('p.md', page).map(({ id }) => id)).toEqual(['a.b'])
  })

  test('finds numbers of sections, wherever they stand', () => {
    expect(sectionsIn('/** D4 */ const D5 = x7D7 // D16, D2X')).toEqual(['D4', 'D5', 'D16'])
  })

  test('finds the rules that a title begins with', () => {
    const source = "test('[a.b] [c.d-e] says', () => { x['a.b'] })\ntest.each([['[f.g] %s']])"
    expect(testsIn('t.ts', source).map(({ id }) => id)).toEqual(['a.b', 'c.d-e', 'f.g'])
    expect(testsIn('t.ts', "test('says [a.b]')")).toEqual([])
    const parts = "test(\n  '[a.b] ' +\n    '[c.d] says ' + 'much', 'x')"
    expect(testsIn('t.ts', parts).map(({ id, title }) => `${id} ${title}`)).toEqual([
      'a.b [a.b] [c.d] says much',
      'c.d [a.b] [c.d] says much',
    ])
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a template
    expect(testsIn('t.ts', 'test(`[a.b] is ${x}`)').map(({ title }) => title)).toEqual([
      '[a.b] is ',
    ])
  })

  test.each([
    ["test.skip('[a.b] x', () => {})", true],
    ["test.skipIf(!f('('))('[a.b] x', () => {})", true],
    ["describe.skipIf(no)('x', () => {\n  test('[a.b] y', () => {})\n})", true],
    ["test.if(yes).each([1])('[a.b] x', () => {})", true],
    ["describe.skip('x', () => {})\ntest('[a.b] y', () => {})", false],
    ["test('[a.b] skip', () => {})", false],
  ])('tells whether a test may be skipped: %s', (source, mayBeSkipped) => {
    expect(testsIn('t.ts', source)).toMatchObject([{ mayBeSkipped }])
  })
})
