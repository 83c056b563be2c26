/** The rules as lines for a terminal. Pure. */
import type { RuleReport } from './lookup'
import type { Rule } from './rulebook'

/** The rules of each heading as one paragraph. */
export function listLines(rules: readonly Rule[], columns: number): readonly string[] {
  const indent = 2 + Math.min(30, Math.max(...rules.map(({ id }) => id.length)) + 2)
  return rules.flatMap((rule, at) => [
    ...(rules[at - 1]?.heading === rule.heading ? [] : [...(at > 0 ? [''] : []), rule.heading]),
    ...paragraph(`  ${rule.id}`.padEnd(indent), textOf(rule), columns),
  ])
}

export function reportLines(report: RuleReport, columns: number): readonly string[] {
  const { rule, code, tests, errors } = report
  const part = (title: string, lines: readonly string[]): readonly string[] => [
    '',
    title,
    ...(lines.length > 0 ? lines.map((line) => `  ${line}`) : ['  none']),
  ]
  return [
    `[${rule.id}]  ${rule.heading}`,
    ...paragraph('', textOf(rule), columns),
    ...(rule.why === null ? [] : paragraph('Why: ', rule.why, columns)),
    ...part(
      'Code',
      code.map(({ path, line }) => `${path}:${line}`),
    ),
    ...part(
      'Tests',
      tests.map(({ path, line, title, mayBeSkipped }) =>
        [`${path}:${line}`, title, ...(mayBeSkipped ? ['(may be skipped)'] : [])].join('  '),
      ),
    ),
    ...part(
      'Error pages',
      errors.map((code) => `/errors/${code}`),
    ),
  ]
}

/** For machines: what is printed, as values. */
export const ruleJson = ({ id, heading, text, why, notYet, line }: Rule) => ({
  id,
  heading,
  text,
  why,
  notYet,
  at: `docs/rules.md:${line}`,
})

export const reportJson = ({ rule, code, tests, errors }: RuleReport) => ({
  ...ruleJson(rule),
  code: code.map(({ path, line }) => ({ path, line })),
  tests: tests.map(({ path, line, title, mayBeSkipped }) => ({ path, line, title, mayBeSkipped })),
  errors: errors.map((code) => ({ code, page: `/errors/${code}` })),
})

const textOf = ({ text, notYet }: Rule): string => (notYet ? `(not yet) ${text}` : text)

/** Wrapped between words; lines after the first are indented as wide as `head` is. */
function paragraph(head: string, text: string, columns: number): readonly string[] {
  const lines: string[] = []
  let line = head
  for (const word of text.split(' ')) {
    if (line.length + word.length > columns && line.trim() !== head.trim()) {
      lines.push(line.trimEnd())
      line = ' '.repeat(head.length)
    }
    line += `${word} `
  }
  return [...lines, line.trimEnd()]
}
