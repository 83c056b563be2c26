/**
 * The rules of the house, over one file's text. A justified exception is a trailing comment on its
 * line, `tidy:` and the reason; one that excuses nothing is a fault too.
 */
import { BANS } from './bans'
import { codeOf } from './code'
import { longFunctions } from './functions'
import { linesAllowed } from './lengths'

const EXCEPTION = /\/\/ tidy: \S.+$/
const SAFE = /\/\/ safe: \S/
/** `as` renames in an import or export, and casts everywhere else. */
const CLAUSE = /\b(?:import|export)\b[^'"=();]*?\bfrom\s*(?=['"])|\bexport\s*(?:type\s*)?\{[^}]*\}/g
const CAST = /\bas\s+(?!const\b)[\w$({['"`]/

/** One line for each fault: `src/x.ts:12: name: remedy`. */
export function tidyFaults(path: string, source: string): readonly string[] {
  const lines = source.split('\n')
  const code = codeOf(source)
  const codeLines = code.split('\n')
  const castLines = code.replace(CLAUSE, (clause) => clause.replace(/[^\n]/g, ' ')).split('\n')
  const bans = BANS.filter(({ within }) => within(path))
  const long = longFunctions(path, source)
  const faults = lines.flatMap((line, index) => {
    const found = bans
      .filter(({ pattern, inComments }) =>
        pattern.test(inComments ? line : (codeLines[index] ?? '')),
      )
      .map(({ name, remedy }) => `${name}: ${remedy}`)
    if (path.startsWith('src/') && CAST.test(castLines[index] ?? '') && !isSafe(lines, index)) {
      found.push('a cast: narrow the value, or say `// safe: why` on this line or the one before')
    }
    const longHere = long.get(index + 1)
    if (longHere !== undefined) found.push(longHere)
    const excused = isExcused(line, codeLines[index] ?? '')
    return (excused ? needless(found) : found).map((fault) => `${path}:${index + 1}: ${fault}`)
  })
  return [...faults, ...lengthFaults(path, lines.length - 1)]
}

/** In a comment, not in a string: there the closing quote comes after it. */
function isExcused(line: string, code: string): boolean {
  const at = line.search(EXCEPTION)
  return at >= 0 && code.slice(at).trim() === ''
}

const needless = (found: readonly string[]): readonly string[] =>
  found.length > 0 ? [] : ['an exception that excuses nothing: remove the comment']

const isSafe = (lines: readonly string[], index: number): boolean =>
  [lines[index], lines[index - 1]].some((line) => line !== undefined && SAFE.test(line))

function lengthFaults(path: string, count: number): readonly string[] {
  const allowed = linesAllowed(path)
  if (count <= allowed) return []
  return [
    `${path}: ${count} lines, ${allowed} allowed: find its second reason to exist, move it out`,
  ]
}
