/** What `bun run rules` finds: rules by their id or subject, and what belongs to each. Pure. */
import type { Citation, NamedTest } from './citations'
import type { Project } from './project'
import { type Rule, subjectOf } from './rulebook'

export interface RuleReport {
  readonly rule: Rule
  /** The lines of code that cite it. */
  readonly code: readonly Citation[]
  readonly tests: readonly NamedTest[]
  /** Error codes that the rule or the code beside its citations names. */
  readonly errors: readonly string[]
}

/** Finds every rule for no query, a subject for `order.`, or else an id and what is near it. */
export function find(
  asked: string | undefined,
  rules: readonly Rule[],
): { readonly rules: readonly Rule[] } | { readonly nearest: readonly string[] } {
  if (asked === undefined) return { rules }
  const id = asked.replace(/^\[|\]$/g, '')
  const exact = rules.filter((rule) => rule.id === id)
  if (exact.length > 0) return { rules: exact }
  const subject = rules.filter((rule) => subjectOf(rule.id) === id.replace(/\.$/, ''))
  if (subject.length > 0) return { rules: subject }
  const ids = rules.map((rule) => rule.id)
  const within = ids.filter((other) => other.includes(id))
  const byDistance = ids
    .map((other) => ({ other, distance: distance(id, other) }))
    .filter(({ distance }) => distance <= Math.max(2, id.length / 3))
    .sort((one, another) => one.distance - another.distance)
    .map(({ other }) => other)
  return { nearest: [...new Set([...within, ...byDistance])].slice(0, 5) }
}

export function reportOf(rule: Rule, project: Project, codes: readonly string[]): RuleReport {
  const code = project.cited.filter(({ id }) => id === rule.id)
  const named = [
    ...codesIn(rule.text, codes, '`'),
    ...code.flatMap(({ path, line }) => codesIn(blockAt(project.sources.get(path), line), codes)),
  ]
  return {
    rule,
    code,
    tests: project.tests.filter(({ id }) => id === rule.id),
    errors: codes.filter((each) => named.includes(each)),
  }
}

const codesIn = (text: string, codes: readonly string[], quote = "'"): readonly string[] =>
  codes.filter((code) => text.includes(`${quote}${code}${quote}`))

/** From a line to the end of its paragraph. */
function blockAt(source: string | undefined, line: number): string {
  const rest = source?.split('\n').slice(line - 1) ?? []
  const end = rest.indexOf('')
  return rest.slice(0, end < 0 ? undefined : end).join('\n')
}

/** Levenshtein's: how many characters must be put in, taken out or changed. */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at)
  for (const [index, character] of [...from].entries()) {
    const above = row
    row = [index + 1]
    for (const [at, other] of [...to].entries()) {
      const change = (above[at] ?? 0) + (character === other ? 0 : 1)
      row.push(Math.min(change, (above[at + 1] ?? 0) + 1, (row[at] ?? 0) + 1))
    }
  }
  return row.at(-1) ?? 0
}
